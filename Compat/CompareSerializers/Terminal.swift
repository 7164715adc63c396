import Foundation
import SerializerComparison

extension TextStyle {
    /// Creates the style of output to the terminal that the environment describes.
    ///
    /// - Parameter isFile: Whether the output goes to a file, which has colours only with `--color always`.
    init(in environment: [String: String], color: CommandLineOptions.ColorMode, isFile: Bool) {
        // The first variable that is set decides on the locale, as for the C library.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let isTerminal = !isFile && isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
        let isWanted = isTerminal && environment["NO_COLOR", default: ""].isEmpty
        self.init(
            width: Self.width(in: environment),
            isUnicode: ["utf-8", "utf8"].contains { locale.lowercased().contains($0) },
            isColored: color == .always || color == .auto && isWanted)
    }

    /// The width in columns, at most 1000: `COLUMNS`, else the width of the terminal, else 80. With a pager, only
    /// standard error or standard input is a terminal.
    fileprivate static func width(in environment: [String: String]) -> Int {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return min(columns, 1000) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return min(Int(size.ws_col), 1000) }
        }
        return 80
    }
}

/// A line that is shown on standard error, if that is a terminal, while work takes more than a second. It names what is
/// being tried.
final class ProgressLine {
    private let queue = DispatchQueue(label: "compare-serializers.progress")
    private var timer: (any DispatchSourceTimer)?

    /// Shows the line after a second, and updates its time every second.
    func start() {
        guard timer == nil, isatty(STDERR_FILENO) == 1 else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let start = ContinuousClock.now
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler {
            let tried = Sender.tried.value
            let seconds = (.now - start).components.seconds
            Self.write("working, \(seconds) s\(tried.isEmpty ? "" : ", trying \(tried)")")
        }
        timer.resume()
        self.timer = timer
    }

    func end() {
        guard let timer else { return }
        queue.sync {
            timer.cancel()
            Self.write("")
        }
        self.timer = nil
    }

    /// Overwrites the previous line with as much of a text as fits the terminal.
    private static func write(_ text: String) {
        let line = text.padding(toLength: TextStyle.width(in: [:]) - 1, withPad: " ", startingAt: 0)
        FileHandle.standardError.write(Data("\r\(line)\r".utf8))
    }
}

import Foundation

/// The memory of this process, where the system tells: on Linux.
enum ProcessMemory {
    /// The bytes that are resident.
    static var resident: Int? { value(of: "VmRSS:") }

    /// The most that were since ``resetPeak()``.
    static var peak: Int? { value(of: "VmHWM:") }

    /// Forgets the peak.
    static func resetPeak() {
        // See proc_pid_clear_refs(5).
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    private static func value(of name: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        return kilobytes.map { $0 << 10 }
    }
}

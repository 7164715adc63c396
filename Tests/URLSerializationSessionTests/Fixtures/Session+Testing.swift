import TestSupport
import URLSerializationSession

extension Session {
    /// Returns a session whose engine obeys `httpShouldHandleCookies` and sends a request's own cookies, which
    /// URLSession on Linux does not.
    static func obeyingCookieSettings(_ configuration: URLSessionConfiguration = .patient) -> Session {
        #if os(Linux)
            Session(configuration: configuration, engine: .libcurl)
        #else
            Session(configuration: configuration)
        #endif
    }
}

extension Request {
    /// Sets the handler that decides about redirections, for tests in which it is the same from the start.
    func onRedirection(
        _ handler: @escaping @Sendable (_ response: HTTPURLResponse, _ request: URLRequest) -> URLRequest?
    ) { onRedirection(by: { { $2(handler($0, $1)) } }) }
}

/// Returns `count` bytes of the pattern that `Connection.write(patternFrom:count:)` sends.
func pattern(_ count: Int) -> Data {
    var data = Data((0..<251).map { UInt8($0) })
    while data.count < count { data += data }
    return data.prefix(count)
}

func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

/// Entries from any thread, in order.
final class Log<Entry: Sendable>: Sendable {
    private let entries = Locked<[Entry]>([])

    func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }

    var all: [Entry] { entries.value }
    var count: Int { entries.value.count }
}

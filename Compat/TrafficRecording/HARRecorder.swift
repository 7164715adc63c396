import URLSerializationSession

/// A recorder of requests and responses in a HAR file, with stand-ins for secrets.
///
/// ```swift
/// let recorder = try HARRecorder(file: URL(fileURLWithPath: "orders.har"))
/// let session = Session(observers: [recorder])
/// ```
///
/// It observes this package's sessions under all three vocabularies: `Session(observers:)` here and in AlamofireCompat,
/// and `observers` of an `AFURLSessionManager`. ``configuration(_:)`` records any other URLSession.
///
/// Secrets never reach the file: the values of `Authorization`, `Cookie` and other fields with such names, and of the
/// members of queries, forms, JSON and multipart forms with the names of passwords, tokens and keys. Equal secrets have
/// equal stand-ins of the same length.
///
/// The file is whole at every moment, even if the process is killed. For that, a hidden file with the same entries is
/// next to it, and the file system must support hard links. A process that ends before it releases the recorder leaves
/// that file.
public final class HARRecorder: RequestObserver {
    /// The file.
    public let file: URL
    /// The limit in bytes of each recorded body. A longer one is cut, and its entry says so.
    public let bodyLimit: Int
    private let secrets: Locked<SecretMask>
    private let output: HARFile
    /// The exchanges that have not ended, by their requests.
    private let open = Locked<[ObjectIdentifier: Exchange]>([:])

    /// Creates a recorder, which replaces the file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - bodyLimit: The limit in bytes of each recorded body.
    ///   - names: The names of fields and members whose values are secret, in addition to the usual ones.
    /// - Throws: Foundation's error for a file that cannot be written.
    public init(file: URL, bodyLimit: Int = 1 << 20, hiding names: [String] = []) throws {
        (self.file, self.bodyLimit) = (file, bodyLimit)
        secrets = Locked(SecretMask(names: names))
        output = try HARFile(file)
    }

    /// The limit of the bodies that the recorder gets.
    public var observedBodyLimit: Int? { bodyLimit + 1 }

    /// Records an event of a request.
    public func observe(_ event: RequestEvent, of request: Request) {
        let key = ObjectIdentifier(request)
        switch event {
        case .transferStarted(let message): open.withLock { $0[key] = Exchange(message) }
        case .sending(let source): open.withLock { [bodyLimit] in $0[key]?.setBody(source, limit: bodyLimit) }
        case .received(let response, let data):
            guard var exchange = open.withLock({ $0.removeValue(forKey: key) }) else { return }
            (exchange.response, exchange.received) = (response as? HTTPURLResponse, data)
            record(exchange)
        default: break
        }
    }

    /// Writes an exchange.
    func record(_ exchange: Exchange) {
        do {
            try output.append(secrets.withLock { try exchange.entry(limit: bodyLimit, &$0) })
        } catch {
            writeToStandardError("\(file.path): an entry is not recorded: \(error.localizedDescription)")
        }
    }
}

/// A HAR file that is complete at every moment, even if the process is killed.
///
/// An entry is added to a second file, which then takes the first one's place; the first becomes the second.
final class HARFile: Sendable {
    private static let creator = #"{"name":"TrafficRecording","version":"1"}"#
    private static let start = Data(#"{"log":{"version":"1.2","creator":\#(creator),"entries":["#.utf8)
    private static let end = Data("\n]}}\n".utf8)

    private let url, next: URL
    /// The files at both places, the length of the first before its end, and its last entry, which the second lacks.
    private let state: Locked<(first: FileHandle, second: FileHandle, length: Int, last: Data)>

    /// Creates a file that only its owner may read.
    init(_ url: URL) throws {
        self.url = url
        next = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).next")
        let handles = try [url, next].map { file in
            try (Self.start + Self.end).write(to: file, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            return try FileHandle(forUpdating: file)
        }
        state = Locked((handles[0], handles[1], Self.start.count, Data()))
    }

    deinit { try? FileManager.default.removeItem(at: next) }

    /// Adds an entry.
    func append(_ entry: Data) throws {
        try state.withLock { state in
            let text = Data((state.last.isEmpty ? "\n" : ",\n").utf8) + entry
            // A full disk may have cut an entry off here.
            try state.second.truncate(atOffset: UInt64(state.length - state.last.count))
            try state.second.write(contentsOf: state.last + text + Self.end)
            let old = next.appendingPathExtension("old")
            // A process that was killed may have left it.
            try? FileManager.default.removeItem(at: old)
            try FileManager.default.linkItem(at: url, to: old)
            try OpenFile.move(next, over: url)
            try OpenFile.move(old, over: next)
            state = (state.second, state.first, state.length + text.count, text)
        }
    }
}

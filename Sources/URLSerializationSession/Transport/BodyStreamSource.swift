/// Streams of one body, each from its start.
///
/// `@unchecked Sendable`: a stream that was given once is taken out under the lock by whoever sends it.
final class BodyStreamSource: @unchecked Sendable {
    /// The body's length in bytes, if it is known.
    let length: Int64?
    private let make: (@Sendable () throws -> InputStream)?
    private let lock = NSLock()
    private var once: InputStream?

    /// A stream made for every transfer.
    init(length: Int64?, _ make: @escaping @Sendable () throws -> InputStream) {
        self.length = length
        self.make = make
    }

    /// One stream, which can be sent once.
    init(once stream: InputStream, length: Int64?) {
        self.length = length
        make = nil
        once = stream
    }

    /// Whether there is another stream after the next.
    var isRepeatable: Bool { make != nil }

    /// The next stream.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/bodyNotRepeatable``; what the maker throws.
    func next(for request: URLRequest?) throws -> InputStream {
        if let make { return try make() }
        let stream = lock.withLock {
            defer { once = nil }
            return once
        }
        guard let stream else {
            throw SessionError(
                .bodyNotRepeatable, url: request?.url,
                reason: "The body has to be sent again, and its stream can be read only once. "
                    + "Give a closure that makes the stream, a file, or data.")
        }
        return stream
    }
}

/// Streams of one body, each from its start.
final class BodyStreamSource: Sendable {
    /// The body's length in bytes, if it is known.
    let length: Int64?
    private let make: (@Sendable () throws -> InputStream)?
    private let once: TakenOnce<InputStream>?

    /// A stream made for every transfer.
    init(length: Int64?, _ make: @escaping @Sendable () throws -> InputStream) {
        self.length = length
        self.make = make
        once = nil
    }

    /// One stream, which can be sent once.
    init(once stream: InputStream, length: Int64?) {
        self.length = length
        make = nil
        once = TakenOnce(stream)
    }

    /// Whether there is another stream after the next.
    var isRepeatable: Bool { make != nil }

    /// The next stream.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/bodyNotRepeatable``; what the maker throws.
    func next(for request: URLRequest?) throws -> InputStream {
        if let make { return try make() }
        guard let stream = once?.take() else {
            throw SessionError.bodyNotRepeatable(request?.url)
        }
        return stream
    }
}

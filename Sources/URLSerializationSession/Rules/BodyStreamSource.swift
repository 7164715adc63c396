/// A source of streams of one body, each from its start.
final class BodyStreamSource: Sendable {
    /// The body's length in bytes, or `nil` if it is unknown.
    let length: Int64?
    private let make: (@Sendable () throws -> InputStream)?
    private let once: TakenOnce<InputStream>?

    /// Creates a source that makes a stream for every transfer.
    init(length: Int64?, _ make: @escaping @Sendable () throws -> InputStream) {
        self.length = length
        self.make = make
        once = nil
    }

    /// Creates a source of one stream, which can be sent once.
    init(once stream: InputStream, length: Int64?) {
        self.length = length
        make = nil
        once = TakenOnce(stream)
    }

    /// Whether the body can be sent more than once.
    var isRepeatable: Bool { make != nil }

    /// Returns the next stream.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/bodyNotRepeatable``, or the error of the closure that
    ///   makes the stream.
    func next(for request: URLRequest?) throws -> InputStream {
        if let make { return try make() }
        guard let stream = once?.take() else {
            throw SessionError.bodyNotRepeatable(request?.url)
        }
        return stream
    }
}

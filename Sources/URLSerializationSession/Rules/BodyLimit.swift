import URLSerialization

/// The length at which a body's transfer is ended.
///
/// | session | request | readers of the body | limit |
/// |---|---|---|---|
/// | 256 MiB | | | 256 MiB |
/// | 256 MiB | 1 GiB | | 1 GiB |
/// | 256 MiB | none | | none |
/// | 256 MiB, the body goes to a file | | | none |
/// | 256 MiB | | a serializer with `maximumBytes` 1 MiB | 1 MiB |
/// | 256 MiB | | serializers with 1 MiB and with 2 MiB | 2 MiB |
/// | 256 MiB | | a serializer with 1 MiB, a closure without a serializer | 256 MiB |
struct BodyLimit: Sendable {
    /// The request's own limit in bytes, with an inner `nil` for none, wherever the body goes. The default is the
    /// session's limit, for a body that is kept in memory.
    var own: Int64??
    /// The configuration of the reader that accepts the longest body, or `nil` without a reader.
    private var widest: HTTPResponseConfiguration??

    /// Adds a reader of the body.
    ///
    /// - Parameter configuration: The serializer's configuration, or `nil` for a reader that accepts any length.
    mutating func addReader(_ configuration: HTTPResponseConfiguration?) {
        if let widest, configuration?.length ?? .max <= widest?.length ?? .max { return }
        widest = .some(configuration)
    }

    /// Returns the error of a body that is too long, or `nil` for one that is not.
    ///
    /// - Parameters:
    ///   - length: The number of bytes received so far, or expected.
    ///   - response: The response it belongs to.
    ///   - sessionLimit: The session's limit in bytes, or `nil` for none.
    ///   - isInMemory: Whether the body is kept in memory.
    func error(for length: Int64, of response: URLResponse?, sessionLimit: Int64?, isInMemory: Bool) -> (any Error)? {
        if let bytes = (own ?? (isInMemory ? sessionLimit : nil)).map({ max($0, 0) }), length > bytes {
            return RequestError(
                .tooLarge, url: response?.url,
                reason: "The body has more than \(bytes) bytes, where the transfer was ended. If so much is expected, "
                    + "raise the session's maximumReceivedBytes or call limitReceivedBytes(to:), or download to a file."
            )
        }
        guard let configuration = widest ?? nil, length > configuration.length else { return nil }
        return configuration.excess(of: response)
    }
}

extension HTTPResponseConfiguration {
    /// The length of the longest body that a reader accepts.
    fileprivate var length: Int64 { maximumBytes.map(Int64.init) ?? .max }
}

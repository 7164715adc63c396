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
package struct BodyLimit: Sendable {
    /// A request's own choice.
    package enum Choice: Sendable {
        /// The session's limit, for a body that is kept in memory.
        case session
        /// A number of bytes, or `nil` for no limit, wherever the body goes.
        case own(Int64?)
    }

    package var choice = Choice.session
    /// The configuration of the reader that accepts the longest body, or `nil` without a reader.
    private var widest: HTTPResponseConfiguration??

    package init() {}

    /// Adds a reader of the body.
    ///
    /// - Parameter configuration: The serializer's configuration, or `nil` for a reader that accepts any length.
    package mutating func addReader(_ configuration: HTTPResponseConfiguration?) {
        if let widest, configuration?.length ?? .max <= widest?.length ?? .max { return }
        widest = .some(configuration)
    }

    /// Returns the limit in bytes, or `nil` for none.
    ///
    /// - Parameters:
    ///   - sessionLimit: The session's limit in bytes, or `nil` for none.
    ///   - isInMemory: Whether the body is kept in memory.
    package func bytes(sessionLimit: Int64?, isInMemory: Bool) -> Int64? {
        switch choice {
        case .own(let bytes): bytes.map { max($0, 0) }
        case .session: isInMemory ? sessionLimit.map { max($0, 0) } : nil
        }
    }

    /// Returns the error of a body that is too long, or `nil` for one that is not.
    ///
    /// - Parameters:
    ///   - length: The number of bytes received so far, or expected.
    ///   - response: The response it belongs to.
    package func error(
        for length: Int64, of response: URLResponse?, sessionLimit: Int64?, isInMemory: Bool
    ) -> (any Error)? {
        if let bytes = bytes(sessionLimit: sessionLimit, isInMemory: isInMemory), length > bytes {
            return SessionError(
                .bodyTooLarge, url: response?.url,
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

/// The length at which a body's transfer is ended.
///
/// | session | request | limit |
/// |---|---|---|
/// | 256 MiB | | 256 MiB |
/// | 256 MiB | 1 GiB | 1 GiB |
/// | 256 MiB | none | none |
/// | 256 MiB, the body goes to a file | | none |
struct BodyLimit: Sendable {
    /// The request's own limit in bytes, with an inner `nil` for none, wherever the body goes. The default is the
    /// session's limit, for a body that is kept in memory.
    var own: Int64??

    /// Returns the error of a body that is too long, or `nil` for one that is not.
    ///
    /// - Parameters:
    ///   - length: The number of bytes received so far.
    ///   - url: The URL of the response.
    ///   - sessionLimit: The session's limit in bytes, or `nil` for none.
    ///   - isInMemory: Whether the body is kept in memory.
    func error(for length: Int64, of url: URL?, sessionLimit: Int64?, isInMemory: Bool) -> RequestError? {
        guard let bytes = (own ?? (isInMemory ? sessionLimit : nil)).map({ max($0, 0) }), length > bytes
        else { return nil }
        return RequestError(
            .tooLarge, url: url,
            reason: "The body has more than \(bytes) bytes, where the transfer was ended. If so much is expected, "
                + "raise the session's maximumReceivedBytes or call limitReceivedBytes(to:), or download to a file.")
    }
}

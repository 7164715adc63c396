/// The times and the byte counts of one transfer of a request: of an attempt, a redirection, an answered challenge or
/// the rest of a file.
///
/// Times are in seconds. Measurement begins when the transfer has its connection or begins to make one. It excludes the
/// wait for one of the connections that a configuration allows for each host.
public struct TransferMetrics: Hashable, Sendable {
    /// The URL of the transfer's own message: for a redirection, its target.
    public let url: URL?
    /// Whether the transfer used a connection of an earlier one.
    public let isReusedConnection: Bool
    /// The time of the lookup of the host's name, or `nil` without one.
    public let nameLookup: TimeInterval?
    /// The time of making the connection, without the lookup and TLS, or `nil` if it was not made.
    public let connect: TimeInterval?
    /// The time of the TLS handshake, or `nil` without one.
    public let secureConnect: TimeInterval?
    /// The time from the beginning to the first byte of the response, or `nil` if none came.
    public let firstByte: TimeInterval?
    /// The time from the beginning to the end.
    public let duration: TimeInterval
    /// The bytes of the body that were sent.
    public let sentByteCount: Int64
    /// The bytes of the response's body that were received, in its content coding.
    public let receivedByteCount: Int64
    /// The protocol by its name in ALPN (RFC 7301), such as `http/1.1` or `h2`, or `nil` if no response came.
    public let protocolName: String?
}

extension TransferMetrics: CustomStringConvertible, CustomReflectable {
    /// The URL without secrets, the protocol, the duration and the byte counts.
    public var description: String {
        "\(url.map(RequestError.text(of:)) ?? ""), \(protocolName ?? "no response"), \(duration) s, "
            + "\(sentByteCount) bytes sent, \(receivedByteCount) received"
    }

    /// A mirror with ``description`` as its only child, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

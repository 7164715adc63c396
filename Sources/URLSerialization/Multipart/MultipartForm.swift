/// A multipart form being built (`AFMultipartFormData`, RFC 7578): what the closure of
/// ``HTTPRequestSerialization``'s `multipartRequest` appends its parts to.
///
/// ```swift
/// let request = try HTTPRequestSerializer().multipartRequest(
///     method: .post, url: "https://example.com/photos", parameters: ["album": 7]
/// ) { form in
///     try form.append(file: photo, name: "photo")
///     try form.append("At the sea", name: "caption")
/// }
/// ```
///
/// Parts are sent in the order in which they are appended, after the parameters. A part that cannot be appended is an
/// error, and the form as it was before.
///
/// In names and file names `"`, CR and LF are written `%22`, `%0D` and `%0A`, as browsers do; AFNetworking writes them as
/// they are, so that a name can add headers. Other names have AFNetworking's bytes.
public struct MultipartForm: Sendable {
    /// What separates the parts.
    public let boundary: MultipartBoundary
    /// How many parts the form has, the parameters' among them.
    public private(set) var partCount = 0

    /// The encoding of texts. Heads and boundaries are UTF-8 whatever it is, as in AFNetworking.
    let encoding: String.Encoding
    /// What stands between two parts.
    private let separator: String
    private var throttle: BodyThrottle?
    private var segments = SegmentList()
    /// Where content is copied that cannot be read twice.
    private var spool: Spool?

    /// An empty form.
    ///
    /// Serializers make forms; one made here becomes a request by ``makeBody()`` and `URLRequest.multipartBody`.
    public init(boundary: MultipartBoundary = MultipartBoundary()) {
        self.init(boundary: boundary, encoding: .utf8)
    }

    /// An empty form whose texts, and the parameters among them, are in an encoding.
    package init(boundary: MultipartBoundary, encoding: String.Encoding) {
        self.boundary = boundary
        separator = "\r\n--\(boundary)\r\n"
        self.encoding = encoding
    }

    /// Slows the sending of the body down (`throttleBandwidthWithPacketSize:delay:`).
    ///
    /// Each read of the body gives at most a packet and then waits. URLSession on Linux does nothing else meanwhile, in
    /// other sessions either, and cancels no sooner: there, throttle the writing of the body to a file, if at all.
    ///
    /// - Parameters:
    ///   - packetSize: Bytes, at least 1. AFNetworking suggests 16 KiB for a slow connection
    ///     (`kAFUploadStream3GSuggestedPacketSize`).
    ///   - delay: Seconds, from 0 to 3,600. AFNetworking suggests 0.2 (`kAFUploadStream3GSuggestedDelay`).
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidSetting``.
    public mutating func throttle(packetSize: Int, delay: TimeInterval) throws(RequestSerializationError) {
        throttle = try BodyThrottle(packetSize: packetSize, delay: delay)
    }

    /// The body of the parts appended so far; nil if there are none.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidPartLength`` if the
    ///   lengths add up to more than 2⁶³ − 1 bytes.
    public func makeBody() throws(RequestSerializationError) -> MultipartBody? {
        guard partCount > 0 else { return nil }
        var segments = segments
        segments.append("\r\n--\(boundary)--\r\n")
        return MultipartBody(boundary: boundary, content: try HTTPBody(segments.finished, throttle: throttle))
    }

    // MARK: - Appending

    mutating func append(_ head: PartHead, _ content: Data) {
        append(head)
        segments.append(content)
    }

    mutating func append(_ head: PartHead, _ content: String, part: String) throws(RequestSerializationError) {
        guard encoding == .utf8 else { return append(head, try bytes(of: content, in: part)) }
        append(head)
        segments.append(content)
    }

    mutating func append(_ head: PartHead, _ source: some BodySource, part: String) {
        append(head)
        segments.append(.source(source, part: part))
    }

    private mutating func append(_ head: PartHead) {
        segments.append(partCount == 0 ? "--\(boundary)\r\n" : separator)
        segments.append(head.text)
        partCount += 1
    }

    /// - Throws: ``RequestSerializationError`` if the form's encoding has no bytes for the text. It does not quote it: the
    ///   value may be long, or a secret.
    private func bytes(of text: String, in part: String) throws(RequestSerializationError) -> Data {
        if let bytes = text.bytes(in: encoding) { return bytes }
        throw RequestSerializationError(
            .unrepresentableText, field: "stringEncoding", part: part,
            reason: "Its value cannot be represented in the encoding '\(encoding)'. Use UTF-8.")
    }

    // MARK: - Spooling

    /// Begins to copy a part's content; ``endSpooling(_:)`` ends it.
    mutating func beginSpooling() throws(BodySourceError) -> SpoolWriter {
        if spool?.isExclusive() == true, let spool { return SpoolWriter(to: spool) }
        let spool = try Spool()
        self.spool = spool
        return SpoolWriter(to: spool)
    }

    mutating func endSpooling(_ writer: inout SpoolWriter) throws(BodySourceError) -> SpooledSource {
        let source = try writer.finish()
        spool?.end = source.offset + source.length
        return source
    }
}

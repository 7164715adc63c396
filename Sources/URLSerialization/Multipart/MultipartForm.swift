/// A multipart form that is being built (`AFMultipartFormData`, RFC 7578), to which the closure of
/// ``HTTPRequestSerialization``'s `multipartRequest` appends parts.
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
/// Parts are sent in the order in which they are appended, after the parameters. An `append` that throws leaves the
/// form unchanged.
///
/// In names and file names `"`, CR and LF are written `%22`, `%0D` and `%0A`, as browsers do. AFNetworking writes them
/// unchanged, so that a name can add headers. Other names have AFNetworking's bytes.
public struct MultipartForm: Sendable {
    /// The separator of the parts, by default a random one.
    public let boundary: MultipartBoundary
    /// The number of the form's parts, including the parameters' parts.
    public private(set) var partCount = 0

    /// The encoding of texts. Heads and boundaries are always UTF-8, as in AFNetworking.
    let encoding: String.Encoding
    /// The text between two parts: the boundary after `--`, on a line by itself.
    private let separator: String
    private var throttle: BodyThrottle?
    private var segments = SegmentList()
    /// The temporary file for content that cannot be read twice.
    private var spool: Spool?

    /// Creates an empty form, by default with a random boundary.
    ///
    /// Serializers create their forms themselves. A form created here becomes the body of a request through
    /// ``makeBody()`` and `URLRequest.multipartBody`.
    public init(boundary: MultipartBoundary = MultipartBoundary()) { self.init(boundary: boundary, encoding: .utf8) }

    /// Creates an empty form whose texts, including the parameters' texts, are in an encoding.
    package init(boundary: MultipartBoundary, encoding: String.Encoding) {
        self.boundary = boundary
        separator = "\r\n--\(boundary)\r\n"
        self.encoding = encoding
    }

    /// Throttles the sending of the body (`throttleBandwidthWithPacketSize:delay:`).
    ///
    /// Each read of the body returns at most one packet and then waits. While it waits, URLSession on Linux does
    /// nothing else, not even for other sessions, and does not notice a cancellation. There, throttle the writing of
    /// the body to a file instead.
    ///
    /// - Parameters:
    ///   - packetSize: The size of a packet in bytes, at least 1. AFNetworking suggests 16 KiB for a slow connection
    ///     (`kAFUploadStream3GSuggestedPacketSize`).
    ///   - delay: The pause in seconds, from 0 to 3,600. AFNetworking suggests 0.2 (`kAFUploadStream3GSuggestedDelay`).
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidSetting``.
    public mutating func throttle(packetSize: Int, delay: TimeInterval) throws(RequestSerializationError) {
        throttle = try BodyThrottle(packetSize: packetSize, delay: delay)
    }

    /// Returns the body of the parts appended so far, or `nil` if there are none.
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

    mutating func append(_ head: PartHead, _ content: BodySegment) {
        append(head)
        segments.append(content)
    }

    mutating func append(_ head: PartHead, _ content: String, part: String) throws(RequestSerializationError) {
        guard encoding == .utf8 else { return append(head, .bytes(try content.encoded(in: encoding, part: part))) }
        append(head)
        segments.append(content)
    }

    private mutating func append(_ head: PartHead) {
        segments.append(partCount == 0 ? "--\(boundary)\r\n" : separator)
        segments.append(head.text)
        partCount += 1
    }

    // MARK: - Spooling

    /// Returns the temporary file, to which a part's content can be appended. ``append(_:_:part:)`` keeps the content.
    mutating func beginSpooling() throws(RequestSerializationError) -> Spool {
        if spool?.isExclusive() == true, let spool { return spool }
        return try Spool()
    }

    mutating func append(_ head: PartHead, _ spool: inout Spool, part: String) {
        append(head, .source(spool.finish(), part: part))
        self.spool = spool
    }
}

/// The separator of a multipart form's parts (RFC 2046, section 5.1.1), a text that occurs in none of them.
///
/// The package does not check this. A random boundary has 64 unpredictable bits, so that an attacker cannot put it into
/// a part, and an accidental match is improbable.
public struct MultipartBoundary: Hashable, Sendable, CustomStringConvertible {
    /// The boundary as it follows `--` in the body.
    public let description: String

    /// Creates a boundary in AFNetworking's form: `Boundary+` and 16 random upper-case hexadecimal digits
    /// (`AFCreateMultipartFormBoundary`).
    public init() {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16, uppercase: true)
        description = "Boundary+" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Creates a boundary from a text, for tests and for bodies that must be equal each time.
    ///
    /// - Parameter text: 1 to 70 ASCII letters, digits, spaces and `'()+_,-./:=?`. The last character must not be a
    ///   space.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidBoundary``.
    public init(_ text: String) throws(RequestSerializationError) {
        guard (1...70).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed), !text.hasSuffix(" ") else {
            throw RequestSerializationError(
                .invalidBoundary, field: "boundary",
                reason: "\(text.quoted) is not a boundary. "
                    + "Use 1 to 70 letters, digits, spaces and '()+_,-./:=?, the last of them not a space.")
        }
        description = text
    }

    /// The media type of a form with this boundary, which is quoted if it is not a token (RFC 2045, section 5.1).
    var contentType: String {
        let value = HTTPSyntax.isToken(description) ? description : "\"\(description)\""
        return "multipart/form-data; boundary=\(value)"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "'()+_,-./:=? ".utf8.contains(byte) }
}

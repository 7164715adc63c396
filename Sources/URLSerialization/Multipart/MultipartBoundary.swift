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
                    + "Use 1 to 70 letters, digits, spaces and '()+_,-./:=?, the last of them not a space."
            )
        }
        description = text
    }

    /// The media type of a form with this boundary, which is quoted if it is not a token (RFC 2045, section 5.1).
    var contentType: String {
        let value = HTTPSyntax.isToken(description) ? description : "\"\(description)\""
        return "multipart/form-data; boundary=\(value)"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "'()+_,-./:=? ".utf8.contains(byte)
    }
}

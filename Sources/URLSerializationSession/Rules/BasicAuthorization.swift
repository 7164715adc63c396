/// The value of `Authorization` for a user and a password in the Basic scheme (RFC 7617).
struct BasicAuthorization: Hashable, Sendable {
    /// The field's value: `Basic `, then the user and the password in UTF-8 and base64. A log that contains the value
    /// contains the password.
    let value: String

    /// - Parameters:
    ///   - user: A name without colons: servers read everything after the first colon as the password.
    ///   - password: Any text without control characters.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidHeader`` for a name
    ///   with a colon, and for control characters in either (RFC 7617, section 2).
    init(user: String, password: String) throws(RequestSerializationError) {
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            throw Self.invalid("The user's name has a colon, where a server takes the password to begin.")
        }
        for (what, text) in [("user's name", user), ("password", password)]
        where text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw Self.invalid("The \(what) has control characters, which the scheme does not allow.")
        }
        value = HTTPHeader.authorization(username: user, password: password).value
    }

    private static func invalid(_ what: String) -> RequestSerializationError {
        RequestSerializationError(
            .invalidHeader, field: "Authorization", reason: "\(what) Remove them, or authenticate by another scheme.")
    }
}

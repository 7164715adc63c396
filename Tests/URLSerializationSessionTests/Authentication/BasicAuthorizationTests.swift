import Testing

@testable import URLSerializationSession

@Suite struct BasicAuthorizationTests {
    /// The second is of RFC 7617, section 2.1: the pound sign in UTF-8.
    @Test(arguments: [
        ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        ("test", "123\u{A3}", "Basic dGVzdDoxMjPCow=="),
        ("a", "b:c", "Basic YTpiOmM="), ("", "", "Basic Og=="),
    ]) func userAndPasswordAreSentInUTF8(user: String, password: String, value: String) throws {
        #expect(try BasicAuthorization(user: user, password: password).value == value)
    }

    @Test func aLongPasswordIsOnOneLine() throws {
        let value = try BasicAuthorization(user: "a", password: String(repeating: "x", count: 1000)).value
        #expect(!value.utf8.contains { $0 < 0x20 })
    }

    @Test(arguments: [
        ("a:b", "c", "name"), ("a\n", "c", "name"), ("a", "c\u{0}", "password"), ("a", "\u{7F}", "password"),
    ])
    func whatTheSchemeCannotSayIsAnError(user: String, password: String, what: String) throws {
        let error = try #require(throws: RequestSerializationError.self) {
            try BasicAuthorization(user: user, password: password)
        }
        #expect(error.code == .invalidHeader)
        #expect(error.field == "Authorization")
        #expect(error.reason.contains(what))
    }
}

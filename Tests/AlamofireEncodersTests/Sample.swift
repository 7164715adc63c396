import Testing

/// Parameters made when a test needs them, because `[String: Any]` and Foundation's collections are not `Sendable`.
struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> Any
    let expected: String

    init(_ name: String, _ expected: String = "", _ make: @escaping @Sendable () -> Any) {
        testDescription = name
        self.expected = expected
        self.make = make
    }

    func dictionary() throws -> [String: Any] {
        try #require(make() as? [String: Any])
    }
}

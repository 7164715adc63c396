import Testing

@testable import URLSerializationSession

@Suite struct BodyLimitTests {
    /// The least length that is too long, from 0 to 100; the session's limit is 50.
    private func limit(_ change: (inout BodyLimit) -> Void, isInMemory: Bool = true) -> Int64? {
        var limit = BodyLimit()
        change(&limit)
        return (0...100).first { length in
            limit.error(for: length, of: nil, sessionLimit: 50, isInMemory: isInMemory) != nil
        }
    }

    @Test func theSessionsLimitIsForMemory() {
        #expect(limit { _ in } == 51)
        #expect(limit({ _ in }, isInMemory: false) == nil)
    }

    @Test(arguments: [(10, 11), (70, 71), (0, 1), (-5, 1), (.min, 1), (.max, nil), (nil, nil)] as [(Int64?, Int64?)])
    func theRequestsOwnIsForEverything(own: Int64?, expected: Int64?) {
        #expect(limit { $0.own = .some(own) } == expected)
        #expect(limit({ $0.own = .some(own) }, isInMemory: false) == expected)
    }

    @Test func theErrorSaysWhatToDo() throws {
        let url = try #require(URL(string: "http://a/b"))
        let error = try #require(BodyLimit().error(for: 51, of: url, sessionLimit: 50, isInMemory: true))
        #expect(error.kind == .tooLarge && error.url == url)
        #expect("\(error)".contains("maximumReceivedBytes"))
    }
}

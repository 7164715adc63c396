import Testing

@testable import URLSerializationSession

@Suite struct BodyLimitTests {
    private func configuration(_ bytes: Int?) -> HTTPResponseConfiguration {
        var configuration = HTTPResponseConfiguration()
        configuration.maximumBytes = bytes
        return configuration
    }

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

    @Test(
        arguments: [
            ([10], 11), ([10, 20], 21), ([20, 10], 21), ([10, nil], 51), ([nil, 10], 51), ([nil], 51),
            ([90], 51), ([0], 1), ([-1], 0), ([], 51),
        ] as [([Int?], Int64?)])
    func theLargestOfTheSerializersCounts(readers: [Int?], expected: Int64?) {
        #expect(limit { limit in for bytes in readers { limit.addReader(configuration(bytes)) } } == expected)
    }

    @Test func oneWhoTakesEverythingLiftsTheSerializers() {
        #expect(limit { for reader in [configuration(10), nil] { $0.addReader(reader) } } == 51)
    }

    @Test func theErrorSaysWhatToDo() throws {
        var limit = BodyLimit()
        limit.addReader(configuration(10))
        let error = limit.error(for: 51, of: nil, sessionLimit: 50, isInMemory: true)
        #expect((error as? RequestError)?.kind == .tooLarge)
        #expect("\(try #require(error))".contains("maximumReceivedBytes"))
        let url = try #require(URL(string: "http://a/b"))
        let response = HTTPURLResponse(url: url, statusCode: 500, httpVersion: nil, headerFields: nil)
        let excess =
            limit.error(
                for: 11, of: response, sessionLimit: 50, isInMemory: true) as? ResponseSerializationError
        #expect(excess?.kind == .unacceptableStatusCode)
        #expect(excess?.causes.map(\.kind) == [.tooLarge])
        #expect(excess?.causes.first?.localizedDescription.contains("maximumBytes allows 10") == true)
    }
}

import AlamofireEncoders
import Testing

@Suite struct JSONParameterEncoderTests {
    private struct Property: Encodable, Sendable {
        var property = "é/"
    }

    @Test func modelIsTheBody() throws {
        for method in ["GET", "POST"] {
            let request = try JSONParameterEncoder().encode(Property(), into: URLRequest(method))
            #expect(request.bodyText == #"{"property":"é\/"}"#)
            #expect(request.headers["Content-Type"] == "application/json")
            #expect(request.url?.absoluteString == "https://example.com/a")
        }
    }

    @Test(arguments: [
        (JSONParameterEncoder.prettyPrinted, "{\n  \"a\" : 1\n}"), (.sortedKeys, #"{"a":1}"#), (.default, #"{"a":1}"#),
        (.json, #"{"a":1}"#), (.json(encoder: JSONEncoder()), #"{"a":1}"#),
    ])
    func encodersAreFoundations(encoder: JSONParameterEncoder, expected: String) throws {
        #expect(try encoder.encode(["a": 1], into: URLRequest("POST")).bodyText == expected)
    }

    @Test func keysAreSortedIfAsked() throws {
        let letters = Dictionary(uniqueKeysWithValues: "zyxwvutsrqponmlkjihgfedcba".map { (String($0), String($0)) })
        let expected = "abcdefghijklmnopqrstuvwxyz".map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",")
        #expect(
            try JSONParameterEncoder.sortedKeys.encode(letters, into: URLRequest("POST")).bodyText == "{\(expected)}")
    }

    @Test func strategiesAreTheJSONEncoders() throws {
        struct Model: Encodable, Sendable {
            var someDate = Date(timeIntervalSince1970: 0)
            var someData = Data([1])
            var someURL = URL(fileURLWithPath: "/a")
            var someMap = ["keyOf": Date(timeIntervalSince1970: 1)]
        }
        let json = JSONEncoder()
        json.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        json.keyEncodingStrategy = .convertToSnakeCase
        json.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode("t\(Int(date.timeIntervalSince1970))")
        }
        json.dataEncodingStrategy = .base64
        let request = try JSONParameterEncoder(encoder: json).encode(Model(), into: URLRequest("POST"))
        let expected = #"{"some_data":"AQ==","some_date":"t0","some_map":{"keyOf":"t1"},"some_url":"file:///a"}"#
        #expect(request.bodyText == expected)
    }

    @Test func modelsSeeTheEncodersUserInfo() throws {
        struct Model: Encodable, Sendable {
            static let key = CodingUserInfoKey(rawValue: "key")
            struct Missing: Error {}

            func encode(to encoder: any Encoder) throws {
                guard let key = Self.key, let text = encoder.userInfo[key] as? String else { throw Missing() }
                var container = encoder.singleValueContainer()
                try container.encode([text])
            }
        }
        let json = JSONEncoder()
        json.userInfo[try #require(Model.key)] = "x"
        #expect(try JSONParameterEncoder(encoder: json).encode(Model(), into: URLRequest("POST")).bodyText == #"["x"]"#)
        let error = #expect(throws: AFError.self) {
            try JSONParameterEncoder.default.encode(Model(), into: URLRequest("POST"))
        }
        guard case .parameterEncodingFailed(.jsonEncodingFailed(is Model.Missing)) = error else {
            Issue.record("Not the model's error: \(String(describing: error))")
            return
        }
    }

    @Test func whatIsNotJSONIsAnError() throws {
        let error = #expect(throws: AFError.self) {
            try JSONParameterEncoder.default.encode(["k": [1, Double.nan]], into: URLRequest("POST"))
        }
        guard case .parameterEncodingFailed(.jsonEncodingFailed(is EncodingError)) = error else {
            Issue.record("Not JSONEncoder's error: \(String(describing: error))")
            return
        }
        #expect(error?.errorDescription?.contains("'k[1]'") == true)
    }

    @Test func oneEncoderServesManyTasks() async throws {
        let encoder = JSONParameterEncoder.sortedKeys
        let bodies = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<200 {
                group.addTask { try encoder.encode(["b": number, "a": number], into: URLRequest("POST")).bodyText }
            }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(bodies == Set((0..<200).map { "{\"a\":\($0),\"b\":\($0)}" }))
    }
}

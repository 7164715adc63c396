import AlamofireEncoders
import Testing

@Suite struct URLEncodedFormParameterEncoderTests {
    private static let contentType = "application/x-www-form-urlencoded; charset=utf-8"

    @Test(arguments: [
        ("GET", URLEncodedFormParameterEncoder.Destination.methodDependent, true), ("HEAD", .methodDependent, true),
        ("DELETE", .methodDependent, true), ("POST", .methodDependent, false), ("PUT", .methodDependent, false),
        ("POST", .queryString, true), ("GET", .httpBody, false),
    ])
    func destinationDecides(
        method: String, destination: URLEncodedFormParameterEncoder.Destination, isInURL: Bool
    ) throws {
        let encoder = URLEncodedFormParameterEncoder(destination: destination)
        let request = try encoder.encode(["property": "p", "a": "é"], into: URLRequest(method))
        #expect(request.percentEncodedQuery == (isInURL ? "a=%C3%A9&property=p" : nil))
        #expect(request.bodyText == (isInURL ? nil : "a=%C3%A9&property=p"))
        #expect(request.headers["Content-Type"] == (isInURL ? nil : Self.contentType))
    }

    @Test(
        arguments: [
            ("https://example.com/m", ["a": 1], "https://example.com/m?a=1"),
            ("https://example.com/m?x=%2B", ["a": 1], "https://example.com/m?x=%2B&a=1"),
            ("https://example.com/m?x=1#f", ["a": 1], "https://example.com/m?x=1&a=1#f"),
            ("https://example.com/m?", ["a": 1], "https://example.com/m?&a=1"),
            ("https://example.com/m", [:], "https://example.com/m"),
            ("https://example.com/m?", [:], "https://example.com/m?&"),
            ("https://example.com/m?x=1", [:], "https://example.com/m?x=1&"),
            ("/m?x=1", ["a": 1], "/m?x=1&a=1"),
        ] as [(String, [String: Int], String)])
    func queryFollowsAnExistingOne(url: String, model: [String: Int], expected: String) throws {
        let request = try URLEncodedFormParameterEncoder.default.encode(model, into: URLRequest("GET", url))
        #expect(request.url?.absoluteString == expected)
    }

    @Test func emptyModelIsAnEmptyBody() throws {
        let request = try URLEncodedFormParameterEncoder.default.encode([String: Int](), into: URLRequest("POST"))
        #expect(request.httpBody == Data())
        #expect(request.headers["Content-Type"] == Self.contentType)
    }

    @Test func encoderIsTheGivenOne() throws {
        let encoder = URLEncodedFormParameterEncoder(encoder: URLEncodedFormEncoder(boolEncoding: .literal))
        #expect(try encoder.encode(["bool": true], into: URLRequest("GET")).percentEncodedQuery == "bool=true")
    }

    // MARK: - Refused

    @Test func missingURLIsAnError() throws {
        for method in ["GET", "POST"] {
            let error = #expect(throws: AFError.self) {
                try URLEncodedFormParameterEncoder.default.encode(["a": 1], into: URLRequest.withoutURL(method))
            }
            guard case .parameterEncoderFailed(.missingRequiredComponent(.url)) = error else {
                Issue.record("Not a missing URL: \(String(describing: error))")
                continue
            }
        }
    }

    @Test func encodersErrorIsInside() throws {
        for method in ["GET", "POST"] {
            let error = #expect(throws: AFError.self) {
                try URLEncodedFormParameterEncoder.default.encode([1], into: URLRequest(method))
            }
            guard case .parameterEncoderFailed(.encoderFailed(URLEncodedFormEncoder.Error.invalidRootObject)) = error
            else {
                Issue.record("Not an invalid root: \(String(describing: error))")
                continue
            }
        }
    }

    @Test func modelWithoutEndIsAnError() throws {
        let error = #expect(throws: AFError.self) {
            try URLEncodedFormParameterEncoder.default.encode(Chain(rest: nil), into: URLRequest("POST"))
        }
        guard case .parameterEncoderFailed(.encoderFailed(let cause as RequestSerializationError)) = error else {
            Issue.record("Not the core's error: \(String(describing: error))")
            return
        }
        #expect(cause.code == .tooDeep)
    }

    @Test(arguments: ["[ ]", "%", "é", "#", "\u{0}"])
    func queryThatIsNoneIsRepaired(text: String) throws {
        let anything = URLEncodedFormEncoder(allowedCharacters: CharacterSet(charactersIn: "\0"..."\u{10FFFF}"))
        let encoder = URLEncodedFormParameterEncoder(encoder: anything, destination: .queryString)
        let request = try encoder.encode(["k": text], into: URLRequest("GET"))
        let query = try #require(request.percentEncodedQuery)
        #expect(query.removingPercentEncoding == "k=\(text)")
        #expect(request.url?.fragment == nil)
    }
}

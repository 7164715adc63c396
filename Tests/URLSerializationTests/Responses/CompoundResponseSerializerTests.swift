import Testing
import URLSerialization

@Suite struct CompoundResponseSerializerTests {
    private struct CountingSerializer: HTTPResponseSerialization {
        final class Counter: @unchecked Sendable {
            // Only one test's task uses it.
            var count = 0
        }

        typealias Output = Any
        var configuration: HTTPResponseConfiguration
        var counter = Counter()
        var answer: String?

        init(_ contentTypes: Set<String>?, answer: String?) {
            configuration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
            self.answer = answer
        }

        func decodeBody(_ data: Data?, of response: URLResponse?) throws -> Any? {
            counter.count += 1
            guard let answer else { throw UndecodableData("No.") }
            return answer
        }
    }

    @Test(
        arguments: [
            (200, "application/json", #"{"a":1}"#, "{a:1}"),
            (404, "application/json", #"{"a":1}"#, "{a:1} | response -1011"),
            (200, "application/x-plist", "(a,b)", "['a','b']"),
            (200, "text/plain", "hello", "hello"),
            (404, "text/plain", "hello", "hello | response -1011"),
            (200, "application/json", "{bad", "{bad"),
            (500, "application/json", "{bad", "{bad | response -1011"),
            (200, "application/json", " ", " "),
            (204, nil, "", ""),
        ] as [(Int, String?, String, String)])
    func firstObjectAnswersAndElseTheData(
        _ status: Int, _ contentType: String?, _ body: String, _ expected: String
    ) throws {
        let serializer = CompoundResponseSerializer([.propertyList, .json])
        let response = try URLResponse.with(status: status, contentType: contentType)
        #expect(summary(serializer.serialize(response, data: Data(body.utf8))) == expected)
        let nested = CompoundResponseSerializer([serializer, .data])
        #expect(summary(nested.serialize(response, data: Data(body.utf8))) == expected)
    }

    @Test func orderIsKept() throws {
        let body = Data("{}".utf8)
        #expect(
            summary(CompoundResponseSerializer([.data, .json]).serialize(try URLResponse.with(), data: body)) == "{}")
        #expect(
            CompoundResponseSerializer([.data, .json]).serialize(try URLResponse.with(), data: body).object is Data)
        #expect(
            CompoundResponseSerializer([.json, .data]).serialize(try URLResponse.with(), data: body).object
                is [String: Any])
        #expect(CompoundResponseSerializer([]).serialize(try URLResponse.with(), data: body).object is Data)
    }

    @Test func errorsOfThoseThatFailedAreKept() throws {
        let serializer = CompoundResponseSerializer([.propertyList, .json])
        let body = Data("{bad".utf8)
        let kept = serializer.serialize(try URLResponse.with(), data: body)
        #expect(kept.error == nil)
        #expect(kept.skippedErrors.map(\.chain) == ["response -1016", "NSCocoaErrorDomain 3840"])
        let failed = serializer.serialize(try URLResponse.with(status: 500), data: body)
        #expect(failed.error?.chain == "response -1011")
        #expect(
            failed.error?.causes.map(\.chain)
                == ["response -1011 < response -1016", "NSCocoaErrorDomain 3840 < response -1011"])
        let object = serializer.serialize(try URLResponse.with(status: 500), data: Data("[]".utf8))
        #expect(object.skippedErrors.map(\.chain) == ["response -1011 < response -1016"])
        #expect(object.error?.causes.map(\.chain) == ["response -1011 < response -1016"])
    }

    @Test func ownValidationIsForTheDataAlone() throws {
        var serializer = CompoundResponseSerializer([.json])
        serializer.configuration.acceptableContentTypes = ["text/html"]
        #expect(summary(serializer.serialize(try URLResponse.with(), data: Data("[]".utf8))) == "[]")
        let plain = try URLResponse.with(contentType: "text/plain")
        #expect(summary(serializer.serialize(plain, data: Data("x".utf8))) == "x | response -1016")
    }

    @Test func onlyThoseWhoseTypeMatchesDecodeAndOnce() throws {
        let serializers = [
            CountingSerializer(["text/plain"], answer: "never"), CountingSerializer(["application/json"], answer: nil),
            CountingSerializer(nil, answer: "first"), CountingSerializer(nil, answer: "second"),
        ]
        let result = CompoundResponseSerializer(serializers).serialize(try URLResponse.with(), data: Data("x".utf8))
        #expect(result.object as? String == "first")
        #expect(serializers.map(\.counter.count) == [0, 1, 1, 0])
    }

    @Test func thrownErrorCarriesTheObject() throws {
        let error = try #require(throws: ResponseSerializationError.self) {
            try CompoundResponseSerializer([.json]).decodeIfPresent(
                Data("[7]".utf8), from: try URLResponse.with(status: 400))
        }
        #expect(error.object.map(canonicalText) == "[7]")
    }

    @Test func nestedCompoundNamesEachFailureOnce() throws {
        let inner = CompoundResponseSerializer([.json, .propertyList])
        let response = try URLResponse.with(status: 500, contentType: "text/plain")
        let result = CompoundResponseSerializer([inner, .image]).serialize(response, data: Data("x".utf8))
        #expect(result.skippedErrors.count == 2)
        #expect(result.error?.causes.count == 2)
    }

    @Test func failuresAreCausesOfHavingNoObject() throws {
        let failing = CountingSerializer(nil, answer: nil)
        let error = try #require(throws: ResponseSerializationError.self) {
            try CompoundResponseSerializer([failing]).decode(nil, from: try URLResponse.with())
        }
        #expect(error.kind == .noObject)
        #expect(error.causes.map(\.kind) == [.undecodable])
    }

    @Test func bodyBeyondTheMaximumReachesNoSerializer() throws {
        let counting = CountingSerializer(nil, answer: "x")
        var serializer = CompoundResponseSerializer([counting])
        serializer.configuration.maximumBytes = 3
        let result = serializer.serialize(try URLResponse.with(status: 500), data: Data("[1,2]".utf8))
        #expect(result.object is Data)
        #expect(result.error?.chain == "response -1011 < response -1103")
        #expect(counting.counter.count == 0)
    }

    @Test func compoundIsAnHTTPResponseSerializer() throws {
        func contentTypes(of serializer: some HTTPResponseSerialization) -> Set<String>? {
            serializer.configuration.acceptableContentTypes
        }
        #expect(contentTypes(of: .compound(.json, .data)) == nil)
        #expect(CompoundResponseSerializer([.json]).decodeBody(Data("[1]".utf8), of: nil) is [Any])
        #expect(throws: ResponseSerializationError.self) {
            try CompoundResponseSerializer([]).validate(try URLResponse.with(status: 500), data: nil)
        }
    }
}

import AFNetworkingCompat
import Testing
import URLSerialization

@Suite struct AFJSONResponseSerializerTests {
    private let serializer = AFJSONResponseSerializer()
    private let body = Data(#"{"foo":"bar"}"#.utf8)

    @Test(arguments: ["application/json", "text/json", "text/javascript", "application/json; charset=utf-8"])
    func itsTypesAreAccepted(contentType: String) throws {
        let answer = Answer(serializer, try .testing(200, contentType), body)
        #expect(answer.object as? [String: String] == ["foo": "bar"])
        #expect(answer.error == nil)
    }

    @Test func anotherTypeIsNotDecoded() throws {
        let answer = Answer(serializer, try .testing(200, "nonstandard/json"), body)
        #expect(answer.object == nil)
        #expect(answer.error?.chain == ["response -1016"])
    }

    @Test func theObjectIsADictionaryOfEitherKind() throws {
        let object = Answer(serializer, try .testing(200, "text/json"), Data(#"{"a":[1,{"b":null}]}"#.utf8)).object
        #expect((object as? [String: Any])?["a"] is [Any])
        let dictionary = try #require(object as? NSDictionary)
        #expect((dictionary["a"] as? NSArray)?.count == 2)
    }

    @Test func theBodyOfAnUnacceptableStatusIsDecodedBesideTheError() throws {
        let answer = Answer(serializer, try .testing(422, "application/json"), body)
        #expect(answer.object as? [String: String] == ["foo": "bar"])
        #expect(answer.error?.chain == ["response -1011"])
    }

    @Test func whatIsNotJSONIsFoundationsErrorOverTheStatus() throws {
        let invalid = Data("{invalid}".utf8)
        let valid = Answer(serializer, try .testing(200, "text/json"), invalid)
        #expect(valid.object == nil)
        #expect(valid.error?.chain == ["NSCocoaErrorDomain 3840"])
        let refused = Answer(serializer, try .testing(500, "text/json"), invalid)
        #expect(refused.error?.chain == ["NSCocoaErrorDomain 3840", "response -1011"])
        #expect((refused.error as? ResponseSerializationError)?.data == invalid)
    }

    @Test(arguments: [nil, Data(), Data(" ".utf8)])
    func nothingIsNoObjectAndNoError(data: Data?) throws {
        for contentType in ["text/json", "text/html"] where data?.count != 1 || contentType == "text/json" {
            let answer = Answer(serializer, try .testing(200, contentType), data)
            #expect(answer.object == nil)
            #expect(answer.error == nil)
        }
    }

    @Test func withoutAPointerAnInvalidResponseHasNoObject() throws {
        #expect(
            serializer.responseObject(for: try HTTPURLResponse.testing(404, "text/json"), data: body, error: nil) == nil
        )
        #expect(
            serializer.responseObject(for: try HTTPURLResponse.testing(200, "text/html"), data: body, error: nil) == nil
        )
        #expect(
            serializer.responseObject(for: try HTTPURLResponse.testing(200, "text/json"), data: body, error: nil) != nil
        )
        #expect(
            serializer.responseObject(
                for: try HTTPURLResponse.testing(200, "text/json"), data: Data("{".utf8), error: nil) == nil)
    }

    @Test func nullsAreRemovedEverywhereIfAskedTo() throws {
        let text = #"{"key":"value","null":null,"array":[{"null":null}],"nulls":[null]}"#
        let response = try HTTPURLResponse.testing(200, "text/json")
        let all = try #require(Answer(serializer, response, Data(text.utf8)).object as? [String: Any])
        #expect(all["null"] is NSNull)
        serializer.removesKeysWithNullValues = true
        let some = try #require(Answer(serializer, response, Data(text.utf8)).object as? [String: Any])
        #expect(some.keys.sorted() == ["array", "key", "nulls"])
        #expect((some["array"] as? [[String: Any]])?.first?.isEmpty == true)
        #expect((some["nulls"] as? [Any])?.isEmpty == true)
    }

    @Test func readingOptionsAreHonoured() throws {
        let response = try HTTPURLResponse.testing(200, "text/json")
        #expect(Answer(serializer, response, Data("3".utf8)).object == nil)
        let fragments = AFJSONResponseSerializer(readingOptions: [.fragmentsAllowed, .mutableContainers])
        #expect(fragments.readingOptions == [.fragmentsAllowed, .mutableContainers])
        #expect(Answer(fragments, response, Data("3".utf8)).object as? Int == 3)
        fragments.removesKeysWithNullValues = true
        let object = Answer(fragments, response, Data(#"{"a":null,"b":{}}"#.utf8)).object
        let mutable = try #require(object as? NSMutableDictionary)
        #expect(mutable.count == 1)
        mutable["c"] = 1
        #expect(mutable.count == 2)
    }
}

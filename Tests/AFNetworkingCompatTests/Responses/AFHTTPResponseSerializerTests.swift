import AFNetworkingCompat
import Testing
import URLSerialization

@Suite struct AFHTTPResponseSerializerTests {
    private let serializer = AFHTTPResponseSerializer()
    private let text = Data("text".utf8)

    @Test func everyStatusFrom200To299IsValidAndNoOther() throws {
        #expect(serializer.acceptableStatusCodes == IndexSet(integersIn: 200..<300))
        for status in 100..<600 {
            let response = try HTTPURLResponse.testing(status, "text/html")
            var error: NSError?
            do { try serializer.validate(response, data: text) } catch let failure { error = failure as NSError }
            #expect((error == nil) == (200..<300).contains(status))
            if let error { #expect(error.chain == ["response -1011"]) }
        }
    }

    @Test func everyContentTypeIsAcceptedUntilSomeAreSet() throws {
        #expect(serializer.acceptableContentTypes == nil)
        serializer.acceptableContentTypes = ["text/html"]
        let error = #expect(throws: (any Error).self) {
            try serializer.validate(.testing(200, "text/plain"), data: text)
        }
        #expect((error as NSError?)?.chain == ["response -1016"])
        #expect(error?.localizedDescription == "Request failed: unacceptable content-type: text/plain")
        serializer.acceptableContentTypes?.insert("text/plain")
        #expect(throws: Never.self) { try serializer.validate(.testing(200, "text/plain"), data: text) }
    }

    @Test(arguments: [nil, Data()])
    func aResponseWithoutTypeAndWithoutBodyIsValidAndOneWithABodyIsNot(body: Data?) throws {
        serializer.acceptableContentTypes = ["text/html"]
        #expect(throws: Never.self) { try serializer.validate(.testing(205), data: body) }
        let error = #expect(throws: (any Error).self) { try serializer.validate(.testing(205), data: text) }
        #expect(error?.localizedDescription == "Request failed: unacceptable content-type: (null)")
        let answer = Answer(serializer, try .testing(500), text)
        let beneath = answer.error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(beneath?.localizedDescription == "Request failed: unacceptable content-type: (null)")
    }

    @Test func anUnacceptableStatusIsOverAnUnacceptableType() throws {
        serializer.acceptableContentTypes = ["text/html"]
        let answer = Answer(serializer, try .testing(404, "text/plain"), text)
        #expect(answer.object as? Data == text)
        #expect(answer.error?.chain == ["response -1011", "response -1016"])
    }

    @Test func theErrorHasTheResponseTheBodyAndTheURL() throws {
        let response = try HTTPURLResponse.testing(500, "text/plain")
        let error = try #require(Answer(serializer, response, text).error)
        #expect(error.domain == AFURLResponseSerializationErrorDomain)
        #expect(error.userInfo[AFNetworkingOperationFailingURLResponseErrorKey] as? HTTPURLResponse === response)
        #expect(error.userInfo[AFNetworkingOperationFailingURLResponseDataErrorKey] as? Data == text)
        #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == response.url)
    }

    @Test func theDataIsTheObjectWhateverIsWrongAndWithoutAPointerToo() throws {
        serializer.acceptableContentTypes = []
        #expect(
            serializer.responseObject(for: try HTTPURLResponse.testing(500, "a/b"), data: text, error: nil) as? Data
                == text)
        #expect(serializer.responseObject(for: nil, data: nil, error: nil) == nil)
    }

    @Test func aValidResponseLeavesThePointerAlone() throws {
        var error: NSError? = NSError(domain: "before", code: 1)
        _ = serializer.responseObject(for: try HTTPURLResponse.testing(200, "text/html"), data: text, error: &error)
        #expect(error?.domain == "before")
    }

    @Test func aTypeThatIsUnacceptableWithNothingToDecodeClearsThePointer() throws {
        serializer.acceptableContentTypes = ["text/html"]
        var error: NSError? = NSError(domain: "before", code: 1)
        _ = serializer.responseObject(for: try HTTPURLResponse.testing(200, "text/plain"), data: Data(), error: &error)
        #expect(error == nil)
    }

    @Test func aResponseThatIsNotHTTPIsValid() throws {
        serializer.acceptableContentTypes = []
        let url = try #require(URL(string: "file:///a"))
        let response = URLResponse(url: url, mimeType: "a/b", expectedContentLength: 4, textEncodingName: nil)
        let answer = Answer(serializer, plain: response, text)
        #expect(answer.object as? Data == text)
        #expect(answer.error == nil)
    }

    @Test func nilAcceptsEveryStatus() throws {
        serializer.acceptableStatusCodes = nil
        #expect(throws: Never.self) { try serializer.validate(.testing(500), data: text) }
    }

    @Test func theStringEncodingIsKeptWithoutEffect() throws {
        #expect(serializer.stringEncoding == String.Encoding.utf8.rawValue)
        serializer.stringEncoding = String.Encoding.ascii.rawValue
        let copy = serializer.copy() as? AFHTTPResponseSerializer
        #expect(copy?.stringEncoding == String.Encoding.ascii.rawValue)
    }

    @Test func theCoresConfigurationIsTheSerializersOwn() throws {
        let json = AFJSONResponseSerializer()
        json.coreConfiguration.acceptableSuffixes = ["json"]
        json.coreConfiguration.maximumBytes = 4
        json.acceptableStatusCodes?.insert(404)
        #expect(json.coreConfiguration.acceptableStatusCodes?.contains(404) == true)
        #expect(Answer(json, try .testing(404, "application/hal+json"), Data("[1]".utf8)).object as? [Int] == [1])
        let large = Answer(json, try .testing(200, "application/json"), Data("[1,2]".utf8))
        #expect(large.object == nil)
        #expect(large.error?.code == NSURLErrorDataLengthExceedsMaximum)
    }
}

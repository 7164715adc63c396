import AFNetworkingCompat
import Testing
import URLSerialization

@Suite struct AFPropertyListRequestSerializerTests {
    private let serializer = AFPropertyListRequestSerializer()

    private func request(_ parameters: Any?) throws -> URLRequest {
        try serializer.request(withMethod: "POST", urlString: "https://example.com", parameters: parameters).value
    }

    @Test(arguments: [(PropertyListSerialization.PropertyListFormat.xml, "<?xml"), (.binary, "bplist00")])
    func parametersAreTheBodyInTheFormat(format: PropertyListSerialization.PropertyListFormat, start: String) throws {
        serializer.format = format
        let parameters: [String: Any] = ["key": "value", "n": [1, true, Data([1]), 1.5] as [Any]]
        let request = try request(parameters)
        #expect(request.contentType == "application/x-plist")
        let body = try #require(request.httpBody)
        #expect(body.prefix(start.utf8.count) == Data(start.utf8))
        var read = PropertyListSerialization.PropertyListFormat.openStep
        let list = try PropertyListSerialization.propertyList(from: body, format: &read)
        #expect(read == format)
        #expect(list as? NSDictionary == parameters as NSDictionary)
    }

    @Test func initializerSetsFormatAndOptions() {
        #expect(serializer.format == .xml)
        #expect(serializer.writeOptions == 0)
        let other = AFPropertyListRequestSerializer(format: .binary, writeOptions: 1)
        #expect(other.format == .binary)
        #expect(other.writeOptions == 1)
    }

    @Test func arrayAndTextMayBeAtTheTop() throws {
        #expect(try request([1, 2]).bodyText?.contains("<integer>2</integer>") == true)
        #expect(try request("text").bodyText?.contains("<string>text</string>") == true)
    }

    @Test func withoutParametersThereIsNeitherBodyNorType() throws {
        #expect(try request(nil).httpBody == nil)
        #expect(try request(nil).contentType == nil)
    }

    @Test(arguments: ["GET", "HEAD", "DELETE"])
    func methodsWithoutABodyHaveAQuery(method: String) throws {
        let request = try serializer.serialized(URLRequest(method), ["k": true])
        #expect(request.url?.query == "k=1")
        #expect(request.httpBody == nil)
    }

    static let refused: [(ParametersSample, keyPath: String?)] = [
        (ParametersSample("keys of numbers") { NSDictionary(object: "value", forKey: NSNumber(value: 42)) }, nil),
        (ParametersSample("null") { ["a": [NSNull()]] }, "a[0]"),
        (ParametersSample("set") { ["a": NSSet(object: 1)] }, "a"),
        (ParametersSample("URL") { ["a": URL(fileURLWithPath: "/")] }, "a"),
        (ParametersSample("object") { ["a": ["b": NSObject()]] }, "a[b]"),
        (ParametersSample("date that is no number") { ["a": Date(timeIntervalSinceReferenceDate: .nan)] }, "a"),
        (ParametersSample("control character") { ["a": "\u{1}"] }, "a"),
    ]

    @Test(arguments: refused)
    func whatAListHasNoFormForIsFoundationsErrorOverOurs(sample: ParametersSample, keyPath: String?) throws {
        let error = try #require(#expect(throws: NSError.self) { try request(sample.make()) })
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.code == 3851)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? RequestSerializationError)
        #expect(error.localizedDescription == cause.description)
        if let keyPath { #expect(cause.keyPath == keyPath) }
    }

    @Test func formatThatCannotBeWrittenIsAnError() throws {
        serializer.format = .openStep
        let error = try #require(#expect(throws: NSError.self) { try request(["k": 1]) })
        #expect(error.domain == NSCocoaErrorDomain)
        #expect((error.userInfo[NSUnderlyingErrorKey] as? RequestSerializationError)?.field == "format")
    }
}

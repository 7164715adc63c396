import AFNetworkingCompat
import Testing

/// The parser's and the document's serializers, which differ only in the object of a body.
@Suite struct AFXMLResponseSerializerTests {
    private static let body = Data(
        #"<?xml version="1.0" encoding="UTF-8"?><foo attr1="1" attr2="2"><bar>someValue</bar></foo>"#.utf8)

    @Test(arguments: [AFXMLParserResponseSerializer(), AFXMLDocumentResponseSerializer()])
    func bothAcceptTheTypesOfXML(serializer: AFHTTPResponseSerializer) throws {
        #expect(serializer.acceptableContentTypes == ["application/xml", "text/xml"])
        for contentType in ["application/xml", "text/xml"] {
            #expect(throws: Never.self) { try serializer.validate(.testing(200, contentType), data: Self.body) }
            #expect(Answer(serializer, try .testing(200, contentType), Self.body).object != nil)
        }
        let refused = Answer(serializer, try .testing(200, "nonstandard/xml"), Self.body)
        #expect(refused.object == nil)
        #expect(refused.error?.chain == ["response -1016"])
    }

    @Test func theParserHasNotBegunAndParses() throws {
        let answer = Answer(AFXMLParserResponseSerializer(), try .testing(500, "text/xml"), Self.body)
        #expect(answer.error?.chain == ["response -1011"])
        let parser = try #require(answer.object as? XMLParser)
        let listener = ElementListener()
        parser.delegate = listener
        #expect(parser.parse())
        #expect(listener.names == ["foo", "bar"])
    }

    @Test func thereIsAParserEvenForARefusedEmptyBodyButNotWithoutAPointer() throws {
        let serializer = AFXMLParserResponseSerializer()
        let response = try HTTPURLResponse.testing(200, "text/html")
        let answer = Answer(serializer, response, Data())
        #expect(answer.object is XMLParser)
        #expect(answer.error == nil)
        #expect(serializer.responseObject(for: response, data: Data(), error: nil) == nil)
    }

    @Test func theDocumentIsRead() throws {
        let serializer = AFXMLDocumentResponseSerializer(xmlDocumentOptions: 0)
        let answer = Answer(serializer, try .testing(200, "text/xml"), Self.body)
        #expect(answer.error == nil)
        #expect((answer.object as? XMLDocument)?.rootElement()?.name == "foo")
    }

    @Test(arguments: [nil, Data(), Data("<foo".utf8)])
    func whatIsNoDocumentIsAnError(data: Data?) throws {
        let answer = Answer(AFXMLDocumentResponseSerializer(), try .testing(200, "text/xml"), data)
        #expect(answer.object == nil)
        #expect(answer.error?.domain == "NSXMLParserErrorDomain")
        let refused = Answer(AFXMLDocumentResponseSerializer(), try .testing(500, "text/xml"), data)
        #expect(refused.error?.chain.last == "response -1011")
    }

    @Test func optionsAreKeptAndNoneLoadsWhatIsOutside() throws {
        let serializer = AFXMLDocumentResponseSerializer(
            xmlDocumentOptions: XMLNode.Options.nodeLoadExternalEntitiesAlways.rawValue)
        #expect(serializer.options == XMLNode.Options.nodeLoadExternalEntitiesAlways.rawValue)
        let secret = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
        try Data("secret".utf8).write(to: secret)
        defer { try? FileManager.default.removeItem(at: secret) }
        let text = #"<!DOCTYPE a [<!ENTITY e SYSTEM "\#(secret.absoluteString)">]><a>&e;</a>"#
        let answer = Answer(serializer, try .testing(200, "text/xml"), Data(text.utf8))
        #expect((answer.object as? XMLDocument)?.rootElement()?.stringValue?.contains("secret") != true)
    }
}

private final class ElementListener: NSObject, XMLParserDelegate {
    var names: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        names.append(elementName)
    }
}

import TestSupport
import Testing
import URLSerializationXML

#if canImport(FoundationXML) || os(macOS)
    @Suite struct XMLDocumentResponseSerializerTests {
        @Test func aDocumentIsRead() throws {
            let text = "<?xml version='1.0'?><a xmlns:p='u' b='1'>t&amp;u<p:c/><![CDATA[<v>]]>é日</a><!-- c -->"
            let document = try XMLDocumentResponseSerializer().decode(Data(text.utf8), from: nil)
            #expect(document.rootElement()?.name == "a")
            #expect(document.rootElement()?.stringValue == "t&u<v>é日")
            #expect(document.rootElement()?.attribute(forName: "b")?.stringValue == "1")
            #expect(document.rootElement()?.elements(forName: "p:c").count == 1)
        }

        @Test(arguments: [nil, ""])
        func nothingIsAnError(_ body: String?) {
            let result = XMLDocumentResponseSerializer().serialize(nil, data: body.map { Data($0.utf8) })
            #expect(result.object == nil)
            #expect(result.error?.domain == "NSXMLParserErrorDomain" && result.error?.code == 4)
        }

        @Test(
            arguments: [
                "<a/><b/>", "<a>&undefined;</a>", "<a attr=1/>", "plain text", "<a></a", "<?xml version=\"1.0\"?>",
                "<", "<a", "<a>", "</a>", "<a></b>", "<a><b></a></b>", "<a b='1' b='2'/>", "<a b='<'/>", "<a b/>",
                "<a>&</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>\u{0}</a>", "<a>\u{1}</a>", "<a>\u{FFFE}</a>", "<1/>",
                "<a 1='2'/>", "<a b='1'c='2'/>", "<a><!-- x </a>", "<a><!-- a -- b --></a>", "<a><![CDATA[x]]</a>",
                "<a>]]></a>", "text<a/>", "<a/>text", " <?xml version='1.0'?><a/>", "<?xml?><a/>",
                "<?xml version='1.0' encoding='nope'?><a/>", "<!DOCTYPE a [<!ENTITY e 'x'>", "<!DOCTYPE a><b",
                "<a><!DOCTYPE a></a>", "<a><?xml version='1.0'?></a>", "<a><? x?></a>", "<×/>", "<a ×='1'/>",
            ])
        func whatIsMalformedIsAnErrorOfBothSerializers(_ text: String) {
            let result = XMLDocumentResponseSerializer().serialize(nil, data: Data(text.utf8))
            #expect(result.object == nil)
            #expect(result.error?.kind == .undecodable)
            #expect(result.error?.domain == "NSXMLParserErrorDomain")
            let run = ParserRun(text)
            #expect(!run.succeeded)
            #expect(run.domain == "NSXMLParserErrorDomain" && run.code == result.error?.code)
            #expect(!run.recorder.errors.isEmpty)
        }

        @Test func aResponseOfAnUnacceptableStatusIsADocumentAndAnError() throws {
            let result = XMLDocumentResponseSerializer().serialize(
                try response(404, "text/xml"), data: Data("<a/>".utf8))
            #expect(result.object?.rootElement()?.name == "a")
            #expect(result.error?.code == -1011)
            let malformed = XMLDocumentResponseSerializer().serialize(
                try response(404, "text/xml"), data: Data("<a>".utf8))
            #expect(malformed.object == nil)
            #expect(malformed.error?.domain == "NSXMLParserErrorDomain")
            #expect(malformed.error?.causes.map(\.code) == [-1011])
        }

        @Test(arguments: [(256, 512, true), (257, 512, false), (300, 1000, false), (10, 10, true), (11, 10, false)])
        func elementsMayBeNestedAsDeepAsBothTheSerializerAndLibxml2Allow(
            _ levels: Int, _ maximum: Int, _ fits: Bool
        ) {
            let result = XMLDocumentResponseSerializer(maximumDepth: maximum).serialize(
                nil, data: Data(HostileXML.levels("", levels, "").utf8))
            #expect((result.object != nil) == fits)
            var depth = 0
            var element = result.object?.rootElement()
            while let open = element {
                depth += 1
                element = open.children?.first as? XMLElement
            }
            #expect(depth == (fits ? levels : 0))
        }

        @Test func aTextThatLibxml2WouldCutOffIsAnError() {
            let data = HostileXML.repeating("lorem ipsum ", 900_000, before: "<a>", then: "</a>")
            #expect(XMLDocumentResponseSerializer().serialize(nil, data: data).object == nil)
            #expect(ParserRun(data).succeeded)
        }

        @Test func aDocumentWithoutADeclaredEncodingCanBeAskedForIt() throws {
            let plain = try XMLDocumentResponseSerializer().decode(Data("<a/>".utf8), from: nil)
            #expect(plain.characterEncoding == "UTF-8")
            let latin = Data("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Data("</a>".utf8)
            let document = try XMLDocumentResponseSerializer().decode(latin, from: nil)
            #expect(document.characterEncoding == "ISO-8859-1")
            #expect(document.rootElement()?.stringValue == "é")
            #expect(String(decoding: document.xmlData, as: UTF8.self).contains("é"))
        }

        @Test func whateverTheOptionsNothingEndsTheProcess() {
            let options: [XMLNode.Options] = [
                [], .documentTidyHTML, .documentTidyXML, .documentValidate, .documentXInclude, .nodePreserveAll,
                .nodePreserveCDATA, .nodePreserveWhitespace, .nodeLoadExternalEntitiesAlways, .init(rawValue: .max),
            ]
            let texts = [
                "<a/>", "<p>unclosed<br></p>", "<!DOCTYPE a [<!ELEMENT a (b)>]><a/>", "<!DOCTYPE a SYSTEM 'x.dtd'><a/>",
                "<!DOCTYPE a [<!ELEMENT a (é)>]><a/>",
            ]
            for text in texts {
                for option in options {
                    let result = XMLDocumentResponseSerializer(options: option).serialize(nil, data: Data(text.utf8))
                    #expect((result.object == nil) != (result.error == nil))
                }
            }
        }

        @Test(arguments: [("<!ELEMENT a EMPTY>", true), ("<!ELEMENT a (b)>", false), ("<!ELEMENT a (é)>", false)])
        func validationIsPossible(_ declaration: String, _ isValid: Bool) {
            let result = XMLDocumentResponseSerializer(options: .documentValidate).serialize(
                nil, data: Data("<!DOCTYPE a [\(declaration)]><a/>".utf8))
            #expect((result.error == nil) == isValid)
        }

        @Test func anArchivedSerializerIsTheSame() throws {
            var serializer = XMLDocumentResponseSerializer(
                options: [.nodePreserveWhitespace, .nodePreserveCDATA], maximumDepth: 9)
            serializer.configuration.maximumBytes = 10
            let copy = try JSONDecoder().decode(
                XMLDocumentResponseSerializer.self, from: JSONEncoder().encode(serializer))
            #expect(copy == serializer && copy.hashValue == serializer.hashValue)
            #expect(copy.options == serializer.options && copy != .xmlDocument)
        }

        // Exit tests came with Swift 6.2.
        #if os(Linux)
            @Test(.disabled(if: ProcessMemory.isSanitized))
            func whatADocumentLeaksIsBoundedByItsSize() async {
                await #expect(processExitsWith: .success) {
                    let item = "<item id='1'><title>A title</title><body>Some text</body></item>"
                    let data = HostileXML.repeating(item, 64, before: "<feed>", then: "</feed>")
                    let serializer = XMLDocumentResponseSerializer()
                    for _ in 0..<20 { _ = try serializer.decode(data, from: nil) }
                    let before = try #require(ProcessMemory.resident)
                    for _ in 0..<200 { _ = try serializer.decode(data, from: nil) }
                    let growth = try #require(ProcessMemory.resident) - before
                    // Some 4 KB each; 100 KB stay.
                    #expect(growth / 200 < 40 * data.count)
                }
            }

            @Test(.disabled(if: ProcessMemory.isSanitized))
            func aDocumentThatIsRefusedLeaksNothing() async {
                await #expect(processExitsWith: .success) {
                    let data = HostileXML.repeating("<b>text</b>", 400, before: "<a>", then: "<b c='1' c='1'/></a>")
                    let serializer = XMLDocumentResponseSerializer()
                    for _ in 0..<50 { _ = serializer.serialize(nil, data: data) }
                    let before = try #require(ProcessMemory.resident)
                    for _ in 0..<500 { _ = serializer.serialize(nil, data: data) }
                    let growth = try #require(ProcessMemory.resident) - before
                    #expect(growth / 500 < 4096)
                }
            }
        #endif
    }
#endif

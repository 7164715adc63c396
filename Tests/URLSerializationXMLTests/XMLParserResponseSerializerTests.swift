import TestSupport
import Testing
import URLSerializationXML

@Suite(.takingTurns) struct XMLParserResponseSerializerTests {
    @Test(arguments: ["", "<a>", "plain text", "<a/>"])
    func whateverTheBodyThereIsAParserThatHasNotBeenStarted(_ body: String) {
        let result = XMLParserResponseSerializer().serialize(nil, data: Data(body.utf8))
        #expect(result.error == nil)
        #expect(result.object?.parserError == nil)
    }

    @Test func withoutABodyThereIsAParserThatFails() {
        let run = ParserRun(nil)
        #expect(!run.succeeded)
        #expect(run.code == 4 && run.domain == "NSXMLParserErrorDomain")
        #expect(run.recorder.errors == [4] && run.recorder.events.isEmpty)
    }

    @Test func aResponseOfAnUnacceptableStatusIsAParserAndAnError() throws {
        let result = XMLParserResponseSerializer().serialize(
            try response(404, "application/xml; charset=utf-8"), data: Data("<a/>".utf8))
        #expect(result.object?.parse() == true)
        #expect(result.error?.code == -1011)
    }

    @Test(arguments: ["application/xml", "text/xml", "Text/XML"])
    func xmlsMediaTypesAreAccepted(_ type: String) throws {
        let result = XMLParserResponseSerializer().serialize(try response(200, type), data: Data("<a/>".utf8))
        #expect(result.object != nil && result.error == nil)
    }

    @Test func anotherMediaTypeYieldsNoParser() throws {
        let result = XMLParserResponseSerializer().serialize(try response(200, "text/html"), data: Data("<a/>".utf8))
        #expect(result.object == nil)
        #expect(result.error?.code == -1016)
    }

    @Test func theDelegateHearsOfElementsAttributesTextAndInstructions() {
        let run = ParserRun("<?xml version='1.0'?><a b='1&lt;2' c=\"d\">t&amp;u<!-- c --><![CDATA[<v>]]><?pi?>é</a>")
        #expect(run.succeeded && run.code == nil)
        #expect(run.recorder.events == ["start", "<a b=1<2 c=d>", "<?pi ?>", "end"])
        #expect(run.recorder.text == "t&u<v>é")
    }

    @Test func linesAndColumnsAreThoseOfTheDocument() {
        var line = 0
        let run = ParserRun(Data("<a>\n\n  <b/>\n</a>".utf8)) { _, recorder in
            recorder.onElement = { line = $0.lineNumber }
        }
        #expect(run.succeeded && line == 3)
        #expect(run.parser.lineNumber == 4)
    }

    @Test func aDelegateMayAbort() {
        let run = ParserRun(Data("<a><b/><c/></a>".utf8)) { _, recorder in
            recorder.onElement = { if recorder.elements == 2 { $0.abortParsing() } }
        }
        #expect(!run.succeeded && run.code != nil)
        #expect(run.recorder.elements == 2)
    }

    @Test(arguments: ["<a/>", "<a>", ""])
    func aParserRunsOnceAlsoFromItsDelegate(_ body: String) {
        var again = true
        let run = ParserRun(Data(body.utf8)) { _, recorder in recorder.onElement = { again = $0.parse() } }
        #expect(run.recorder.elements == 0 || !again)
        #expect(!run.parser.parse())
        #expect(!run.parser.parse())
    }

    @Test(arguments: ["<a/>", "<a><b></a>"])
    func aParserWithoutADelegateSaysWhetherTheDocumentIsWellFormed(_ body: String) throws {
        let parser = try #require(XMLParserResponseSerializer().serialize(nil, data: Data(body.utf8)).object)
        #expect(parser.parse() == (body == "<a/>"))
        #expect((parser.parserError == nil) == (body == "<a/>"))
        #expect(parser.delegate == nil)
    }

    @Test func namespacesAreProcessedOnDemandAndAnUndeclaredPrefixIsNoFailure() {
        let run = ParserRun(Data("<p:a xmlns:p='u'><q:b/></p:a>".utf8)) { parser, _ in
            parser.shouldProcessNamespaces = true
            parser.shouldReportNamespacePrefixes = true
        }
        #expect(run.succeeded && run.code == nil)
        #expect(run.recorder.events.contains("<a>"))
        #expect(run.recorder.errors.contains(201))
    }

    @Test(
        arguments: [
            "<!NOTATION n PUBLIC 'p'>", "<!NOTATION n SYSTEM 's'>", "<!NOTATION n PUBLIC 'p' 's'>",
            "<!ATTLIST a b (x|y) #IMPLIED c CDATA #REQUIRED>", "<!ENTITY u SYSTEM 's' NDATA n>",
            "<!ENTITY u PUBLIC 'p' 's' NDATA n>", "<?pi?>", "<!-- c -->", "<!ELEMENT a (b,(c|d)*)>",
        ])
    func declarationsOnWhichFoundationWouldEndTheProcessAreRead(_ declaration: String) {
        let run = ParserRun("<?one?><!DOCTYPE a [\(declaration)<!ATTLIST a k CDATA 'd' l CDATA #IMPLIED>]><a/><?two?>")
        #expect(run.succeeded)
        #expect(run.recorder.events.filter { $0.hasPrefix("<a") } == ["<a k=d>"])
    }

    // Exit tests came with Swift 6.2.
    @Test func moreThan10MBAreReadInLittleMemoryAlthoughThereIsNoDelegate() async {
        await #expect(processExitsWith: .success) {
            let data = HostileXML.repeating(
                "<b c='d'>text of some length</b>\n", 380_000, before: "<a>", then: "</a>")
            #expect(data.count > 12_000_000)
            let before = ProcessMemory.resident ?? 0
            ProcessMemory.resetPeak()
            let parser = try #require(XMLParserResponseSerializer().serialize(nil, data: data).object)
            #expect(parser.parse())
            #expect((ProcessMemory.peak ?? 0) - before < 64 << 20)
        }
    }

    @Test(arguments: [0, 3, 512, Int.max, Int.min])
    func theDepthIsWhatTheSerializerSays(_ depth: Int) {
        let allowed = max(0, min(depth, 1000))
        let fits = ParserRun(Data(HostileXML.levels("", allowed, "").utf8), maximumDepth: depth)
        #expect(fits.succeeded == (allowed > 0))
        guard depth < 1000 else { return }
        let exceeds = ParserRun(Data(HostileXML.levels("", allowed + 1, "").utf8), maximumDepth: depth)
        #expect(!exceeds.succeeded && exceeds.recorder.elements == 0)
    }

    @Test func anArchivedSerializerIsTheSame() throws {
        var serializer = XMLParserResponseSerializer(maximumDepth: 7)
        serializer.configuration.acceptableSuffixes = ["xml"]
        let copy = try JSONDecoder().decode(
            XMLParserResponseSerializer.self, from: JSONEncoder().encode(serializer))
        #expect(copy == serializer && copy.hashValue == serializer.hashValue)
        #expect(copy != .xmlParser)
    }
}

/// A response of a status and a content type.
func response(_ status: Int, _ type: String) throws -> HTTPURLResponse {
    let url = try #require(URL(string: "http://example.com/r"))
    return try #require(
        HTTPURLResponse(
            url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": type]))
}

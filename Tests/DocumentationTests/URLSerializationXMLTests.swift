import Foundation
import Testing
import URLSerializationXML

/// The sample of the XML module's first page.
@Suite struct XMLRootTests {
    private final class Reader: NSObject, XMLParserDelegate {}

    @Test func sampleReadsADocument() async throws {
        let data = Data("<order/>".utf8)
        let response = Answer.make(200, "application/xml")
        let reader = Reader()
        try await Sample.run {
            let parser = try XMLParserResponseSerializer()
                .decode(data, from: response)
            parser.delegate = reader
            guard parser.parse() else {
                throw parser.parserError ?? CocoaError(.coderReadCorrupt)
            }

            let document = try XMLDocumentResponseSerializer()
                .decode(data, from: response)
            print(document.rootElement()?.name ?? "")
            // order
        }
    }
}

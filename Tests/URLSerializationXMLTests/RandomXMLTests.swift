import TestSupport
import Testing
import URLSerializationXML

@Suite struct RandomXMLTests {
    private static let sample = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE a [<!ENTITY e "x<b/>"><!ENTITY f SYSTEM "f.txt"><!ATTLIST a k CDATA "d" l (p|q) #IMPLIED>
        <!NOTATION n PUBLIC "p"><!ENTITY u SYSTEM "u" NDATA n><!ELEMENT a ANY><?dtd?>]>
        <a j="1" xmlns:p="u"><!-- c --><p:b p:k='1'>t&amp;&#65;</p:b><![CDATA[<x>]]><?pi?><?pi d?>é&e;&f;</a>
        """

    @Test func aSampleThatIsCutOffAnywhereIsRefusedByBothSerializers() {
        let data = Data(Self.sample.utf8)
        #expect(ParserRun(data).succeeded)
        for count in 0..<data.count {
            #expect(!ParserRun(data.prefix(count)).succeeded, "\(count)")
            #if canImport(FoundationXML) || os(macOS)
                #expect(XMLDocumentResponseSerializer().serialize(nil, data: data.prefix(count)).error != nil)
            #endif
        }
    }

    @Test func mutationsNeverEndTheProcessAndBothSerializersAgreeOnThem() {
        var random = SeededGenerator(seed: 0x5EED)
        let parts = [
            "<", ">", "&", "&e;", "<!--", "-->", "<?", "?>", "<?x?>", "]]>", "<![CDATA[", "<!ENTITY e \"", "\"", "'",
            "%",
            "/", "=", "\u{1}", "\u{FFFE}", "xmlns:", " ", ";", "é", "×", "<!ATTLIST a b ", "#IMPLIED", "</a>", "<a>",
        ].map { Data($0.utf8) }
        for round in 0..<2000 {
            var data = Data(Self.sample.utf8)
            for _ in 0...Int.random(in: 0...1, using: &random) {
                let position = Int.random(in: 0..<max(data.count, 1), using: &random)
                let end = min(data.count, position + Int.random(in: 0..<30, using: &random))
                switch Int.random(in: 0..<5, using: &random) {
                case 0: if !data.isEmpty { data[position] = UInt8.random(in: 0...255, using: &random) }
                case 1: data.removeSubrange(position..<end)
                case 2: data.insert(contentsOf: Data(data[position..<end]), at: position)
                default: data.insert(contentsOf: parts.randomElement(using: &random) ?? Data(), at: position)
                }
            }
            let run = ParserRun(data) { parser, _ in
                parser.shouldProcessNamespaces = round % 2 == 0
                parser.shouldReportNamespacePrefixes = round % 2 == 0
            }
            #expect(run.succeeded == (run.code == nil))
            #if canImport(FoundationXML) || os(macOS)
                // Every document leaks.
                guard round % 10 == 0 else { continue }
                let result = XMLDocumentResponseSerializer().serialize(nil, data: data)
                #expect((result.object != nil) == run.succeeded)
                _ = result.object?.xmlString
            #endif
        }
    }
}

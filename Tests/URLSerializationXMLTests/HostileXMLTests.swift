import TestSupport
import Testing
import URLSerializationXML

@Suite(.tags(.computing, .slow), .takingTurns) struct HostileXMLTests {
    @Test(arguments: HostileXML.all.indices)
    func whatCostsMuchIsRefusedBeforeTheDelegateHearsOfAnything(_ index: Int) {
        let (name, data) = HostileXML.all[index]
        var run: ParserRun?
        let duration = ProcessorTime.measure { run = ParserRun(data) }
        #expect(run?.succeeded == false, "\(name)")
        #expect(run?.recorder.events == [], "\(name)")
        #expect(run?.recorder.errors.count == 1, "\(name)")
        // Without optimisation; it is within a second with it, which the benchmark checks.
        #expect(duration < ProcessorTime.limit(5), "\(name)")
    }

    #if canImport(FoundationXML) || os(macOS)
        @Test(arguments: HostileXML.all.indices)
        func aDocumentIsRefusedAsWell(_ index: Int) {
            let (name, data) = HostileXML.all[index]
            let result = XMLDocumentResponseSerializer().serialize(nil, data: data)
            #expect(result.object == nil && result.error?.domain == "NSXMLParserErrorDomain", "\(name)")
        }
    #endif

    // Exit tests came with Swift 6.2.
    #if os(Linux)
        @Test(.tags(.random)) func refusingTakesAtMost4TimesTheSizeAnd64MiB() async {
            await #expect(processExitsWith: .success) {
                for (name, data) in Effort.sample(HostileXML.all, every: 3) {
                    let before = try #require(ProcessMemory.resident)
                    ProcessMemory.resetPeak()
                    #expect(!ParserRun(data).succeeded)
                    #expect(XMLDocumentResponseSerializer().serialize(nil, data: data).object == nil)
                    let growth = try #require(ProcessMemory.peak) - before
                    #expect(growth < 4 * data.count + 64 << 20, "\(name)")
                }
            }
        }
    #endif

    /// A delegate receives attributes in a dictionary, whose hash of such a name takes quadratic time.
    @Test(arguments: [
        "<a %@='1'/>", "<a><b c='1' %@='2'></b></a>", "<!DOCTYPE a [<!ENTITY e '<b %@=\"1\"/>'>]><a>&e;</a>",
        "<!DOCTYPE a [<!ATTLIST a %@ CDATA 'x'>]><a/>", "<a%@/>",
    ])
    func namesOfManyCombiningMarksAreRefused(document: String) {
        func run(_ marks: Int) -> ParserRun {
            let name = "n" + String(repeating: "\u{301}\u{316}", count: marks / 2) + (marks % 2 == 0 ? "" : "\u{301}")
            return ParserRun(document.replacingOccurrences(of: "%@", with: name))
        }
        for marks in [999, 1000] { #expect(run(marks).succeeded) }
        for marks in [1001, 2000, 16_000] {
            var refused: ParserRun?
            let time = ProcessorTime.measure { refused = run(marks) }
            #expect(refused?.succeeded == false && refused?.recorder.events == [])
            #expect(refused?.recorder.errors == [68])
            #expect(time < ProcessorTime.limit(0.3))
        }
    }

    @Test func entitiesThatExpandToLittleAreRead() {
        let run = ParserRun(
            "<!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<b c=\"&e;\">&#38;lt;</b>'>]><a d='&e;&e;'>&f;&f;</a>")
        #expect(run.succeeded)
        #expect(run.recorder.events.contains("<a d=xx>"))
        #expect(run.recorder.elements == 3)
    }

    @Test func anEntityOf100KBMayBeUsedFiveTimesButNotFifty() {
        let entity = String(repeating: "x", count: 100_000)
        for (count, fits) in [(5, true), (50, false)] {
            let references = String(repeating: "&e;", count: count)
            let run = ParserRun("<!DOCTYPE a [<!ENTITY e '\(entity)'>]><a b='\(references)'/>")
            #expect(run.succeeded == fits)
        }
    }
}

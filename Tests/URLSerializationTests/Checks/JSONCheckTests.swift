import TestSupport
import Testing
@testable import URLSerialization

@Suite struct JSONCheckTests {
    @Test("small bodies are left to Foundation, large ones are not")
    func threshold() {
        let open = "[" + String(repeating: "1,", count: JSONCheck.threshold / 2)
        #expect(throws: Never.self) { try JSONCheck.check(Data(open.utf8.prefix(JSONCheck.threshold)), options: []) }
        #expect(throws: UndecodableData.self) { try JSONCheck.check(Data(open.utf8), options: []) }
        #expect(throws: UndecodableData.self) { try JSONCheck.check(Data(open.utf8), for: JSONDecoder()) }
    }

    @Test("nothing is checked for a decoder of JSON5 or of a bare dictionary")
    func lenientDecoders() {
        let data = Data(("{a:1}" + String(repeating: " ", count: JSONCheck.threshold)).utf8)
        #expect(throws: UndecodableData.self) { try JSONCheck.check(data, for: JSONDecoder()) }
        let json5 = JSONDecoder()
        json5.allowsJSON5 = true
        #expect(throws: Never.self) { try JSONCheck.check(data, for: json5) }
        let bare = JSONDecoder()
        bare.assumesTopLevelDictionary = true
        #expect(throws: Never.self) { try JSONCheck.check(data, for: bare) }
    }

    @Test("8 MB of truncated text and a million levels are refused at once")
    func hostile() throws {
        let string = #""a string of some length, as they are in bodies, and then some more of it","#
        let long = Data(("[" + String(repeating: string, count: (8 << 20) / string.utf8.count)).utf8)
        let wide = try #require(String(decoding: long.prefix(1 << 20), as: UTF8.self).data(using: .utf16LittleEndian))
        let deep = Data(String(repeating: "[", count: 1_000_000).utf8)
        for data in [long, wide, deep, deep + Data(String(repeating: "]", count: 1_000_000).utf8)] {
            let duration = ProcessorTime.measure {
                #expect(throws: UndecodableData.self) { try JSONCheck.check(data, options: []) }
            }
            // Without optimisation; it is within a second with it, which the benchmark checks.
            #expect(duration < .seconds(5))
        }
    }

    @Test("a large document is accepted, with each kind of option")
    func accepted() throws {
        let member = #"{"id":12345,"name":"é漢😀","values":[1.5,-2e3,null,true]}"#
        let text = "[" + Array(repeating: member, count: 3000).joined(separator: ",") + "]"
        for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf32BigEndian] {
            let data = try #require(text.data(using: encoding))
            for options in [[], .fragmentsAllowed, [.mutableContainers, .mutableLeaves]]
                as [JSONSerialization.ReadingOptions]
            {
                #expect(throws: Never.self) { try JSONCheck.check(data, options: options) }
            }
        }
    }
}

import Testing

@testable import URLSerialization

@Suite struct LeafTextTests {
    /// Leaf, text in AFNetworking's style, and text with every other choice.
    private static var samples: [(ParameterValue, String, String)] {
        [
            (.bool(true), "1", "true"), (.bool(false), "0", "false"), (.int(-5), "-5", "-5"),
            (.uint(.max), "\(UInt64.max)", "\(UInt64.max)"),
            (.double(0.1 + 0.2), "0.3", "0.30000000000000004"), (.float(1 / 3), "0.3333333", "0.33333334"),
            (.decimal(Decimal(1.5)), "1.5", "1.5"), (.string("a\0é"), "a\0é", "a\0é"),
            (.url(URL(fileURLWithPath: "/a")), "file:///a", "file:///a"),
            (.date(Date(timeIntervalSince1970: 1.5)), "1970-01-01 00:00:01 +0000", "1500"),
            (.null, "<null>", "<null>"),
        ]
    }

    @Test func leafHasTheTextOfItsStyle() throws {
        let other = QueryStyle.afNetworking {
            $0.booleans = .literal
            $0.numbers = .shortest
            $0.dates = .millisecondsSince1970
        }
        for (leaf, text, otherText) in Self.samples {
            #expect(try LeafText.description(of: leaf, style: .afNetworking) == text)
            #expect(try LeafText.description(of: leaf, style: other) == otherText)
        }
    }

    @Test func nullIsWrittenAsNothing() throws {
        var buffer = ByteBuffer(capacity: 8)
        try LeafText.append(.null, style: .afNetworking, to: &buffer)
        #expect(buffer.count == 0)
    }
}

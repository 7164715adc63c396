import TestSupport
import Testing

@testable import URLSerialization

@Suite(.tags(.computing), .takingTurns) struct JSONWriterTests {
    private static func json(
        _ parameters: Any, _ options: JSONSerialization.WritingOptions = []
    ) throws -> String {
        let writer = JSONWriter(
            try ParameterFiller.tree(of: parameters), options: options, strategies: JSONWriter.Strategies())
        return String(decoding: try writer.data(), as: UTF8.self)
    }

    @Test func dictionariesWithoutAnOrderAreSortedAsInTheQuery() throws {
        var seen: Set<String> = []
        for capacity in 0..<40 {
            var parameters = [String: Any](minimumCapacity: capacity)
            for key in ["f", "é", "e", "10", "9", "B", "a"] { parameters[key] = ["y": 1, "x": [2]] as [String: Any] }
            seen.insert(try Self.json(parameters))
        }
        let order = ["10", "9", "B", "a", "e", "é", "f"].map { #""\#($0)":{"x":[2],"y":1}"# }
        #expect(seen == ["{" + order.joined(separator: ",") + "}"])
    }

    @Test func orderOfTheCallerStays() throws {
        let value: ParameterValue = ["b": ["d": 1, "c": 2], "a": []]
        #expect(try Self.json(value) == #"{"b":{"d":1,"c":2},"a":[]}"#)
        #expect(try Self.json(["b": 1, "a": 2] as KeyValuePairs) == #"{"b":1,"a":2}"#)
    }

    @Test func modelsInASetKeepTheOrderOfTheirKeys() throws {
        struct Point: Encodable, Hashable {
            var y: Int
            var x: Int
        }
        let body = try JSONRequestSerializer().body(of: .model(["s": Set([Point(y: 2, x: 1), Point(y: 1, x: 2)])]))
        // Sorted by their texts in a query, x before y.
        #expect(String(decoding: body, as: UTF8.self) == #"{"s":[{"y":2,"x":1},{"y":1,"x":2}]}"#)
    }

    @Test func dictionariesOfModelsAreSorted() throws {
        struct Model: Encodable {
            var b = ["k3": 1, "k1": 2, "k2": 3]
            var a = [3: "c", 1: "a", 2: "b"]
        }
        let body = try JSONRequestSerializer().body(of: .model(Model()))
        #expect(
            String(decoding: body, as: UTF8.self) == #"{"b":{"k1":2,"k2":3,"k3":1},"a":{"1":"a","2":"b","3":"c"}}"#)
    }

    @Test(arguments: [
        (0.1 + 0.2, "0.30000000000000004"), (99.99, "99.99"), (1, "1"), (-0.0, "-0"), (1e16, "1e+16"),
        (.leastNonzeroMagnitude, "5e-324"), (123_456_789_012_345_680, "1.2345678901234568e+17"), (0.0001, "0.0001"),
        (1e-5, "1e-05"),
        (999_999_999_999_999.9, "999999999999999.9"), (0.3, "0.3"), (1e15, "1000000000000000"), (-1.1, "-1.1"),
    ])
    func doublesAreTheShortestTextThatReadsBack(value: Double, text: String) throws {
        #expect(try Self.json([value]) == "[\(text)]")
        #expect(
            try QueryStringSerializer(style: .afNetworking { $0.numbers = .shortest }).pairs(from: ["a": value])
                .first?.value == text)
    }

    @Test(.tags(.random)) func shortestTextIsThatOfDescription() {
        var generator = SeededGenerator(seed: 31)
        for round in 0..<Effort.times(200_000, quick: 40_000) {
            let bits = UInt64.random(in: .min ... .max, using: &generator)
            let decimals = Double(Int64(bitPattern: bits) % 10_000_000) / [1, 10, 100, 1000, 1e4, 1e5, 1e9][round % 7]
            for value in [Double(bitPattern: bits), decimals, decimals * 1e8, decimals.nextUp] where value.isFinite {
                var buffer = ByteBuffer(capacity: 8)
                NumberText.appendShortest(value, to: &buffer)
                let description = value.description
                let expected = description.hasSuffix(".0") ? String(description.dropLast(2)) : description
                if buffer.string() != expected { Issue.record("\(expected) is written \(buffer.string()).") }
            }
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 127, 128, 129, 1000, 70_000])
    func textsOfEveryLengthAreEscaped(length: Int) throws {
        var generator = SeededGenerator(seed: 32)
        let samples = ["a", "é", "漢", "🎉", "\"", "\\", "/", "\n", "\u{1}", "\u{7F}", "\u{2028}"]
        for plainUntil in [0, length / 2, length] {
            let text = (0..<length).map { $0 < plainUntil ? "x" : samples[generator.int(0...(samples.count - 1))] }
                .joined()
            let expected = try JSONSerialization.data(withJSONObject: [text])
            #expect(try Self.json([text]) == String(decoding: expected, as: UTF8.self))
        }
    }

    @Test(arguments: ["\"", "\\", "/", "\n", "\u{1F}", "é"])
    func aCharacterIsFoundAtEveryPosition(character: String) throws {
        for length in 0...40 {
            for position in 0...length {
                let text =
                    String(repeating: "x", count: position) + character
                    + String(repeating: "y", count: length - position)
                let expected = try JSONSerialization.data(withJSONObject: [text: [text]])
                #expect(try Self.json([text: [text]]) == String(decoding: expected, as: UTF8.self))
            }
        }
    }

    // MARK: - Keys

    @Test func keysThatMayHaveAnEquivalentAreFoundAtEveryPosition() {
        for length in 0...24 {
            let plain = Array(repeating: UInt8(ascii: "x"), count: length)
            #expect(plain.isKnownToBeComposed)
            for position in 0...length {
                let key = plain[..<position] + Array("\u{212A}".utf8) + plain[position...]
                #expect(!Array(key).isKnownToBeComposed)
            }
        }
    }

    @Test func keysAreComparedForEquivalenceWhereTheyMayHaveIt() throws {
        let composed = ["größe", "naïve", "версия", "來源"]
        for key in composed { #expect(Array(key.utf8).isKnownToBeComposed) }
        for key in ["e\u{301}", "\u{212A}", "\u{1112}\u{1161}", "か\u{3099}", "🎉", "ſ\u{323}", "カナ", "한국"] {
            #expect(!Array(key.utf8).isKnownToBeComposed)
        }
    }

    /// The decomposition of every scalar that is taken for composed composes to it again.
    @Test func scalarsKnownToBeComposedAre() {
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            guard Array(text.utf8).isKnownToBeComposed else { continue }
            let composed = text.precomposedStringWithCanonicalMapping
            #expect(composed.utf8.elementsEqual(text.utf8), "U+\(String(value, radix: 16))")
            #expect(scalar.properties.canonicalCombiningClass == .notReordered)
        }
    }

    #if !canImport(Darwin)
        @Test(arguments: [
            ("a model", true), ("a ParameterValue", false),
        ])
        func equivalentKeysAreRefusedWhateverTheOptions(_ name: String, isModel: Bool) throws {
            let value: ParameterValue = ["x": ["\u{212B}": 1, "b": 2, "\u{C5}": 3]]
            for options in [[], .sortedKeys, .prettyPrinted] as [JSONSerialization.WritingOptions] {
                let serializer = JSONRequestSerializer(writingOptions: options)
                expectRefusal(.invalidJSON, at: "x") {
                    isModel
                        ? try serializer.body(of: .model(value))
                        : try serializer.body(for: value, in: URLRequest("POST"))
                }
            }
        }
    #endif

    @Test func archivedStrategiesStay() throws {
        let serializer = JSONRequestSerializer(
            nonConformingFloatStrategy: .text(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
            keyStrategy: .snakeCase)
        let restored = try JSONDecoder().decode(
            JSONRequestSerializer.self, from: JSONEncoder().encode(serializer))
        #expect(restored.nonConformingFloatStrategy == serializer.nonConformingFloatStrategy)
        let isExpected = if case .snakeCase = restored.keyStrategy { true } else { false }
        #expect(isExpected, "The key strategy is another.")
        var withInfo = serializer
        withInfo.userInfo = [try #require(CodingUserInfoKey(rawValue: "k")): 1]
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(withInfo) }
    }
}

extension [UInt8] {
    fileprivate var isKnownToBeComposed: Bool { withCursor { $0.run(indices).isKnownToBeComposed } }
}

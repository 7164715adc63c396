import TestSupport
import Testing
import URLSerialization

/// Models from JSON as `JSONDecoder` on Linux decodes them.
@Suite(.tags(.computing, .random, .slow), .takingTurns) struct JSONDecoderAgreementTests {
    @Test(arguments: 0..<20)
    func randomModelsAreDecodedAlike(_ batch: Int) throws {
        let kinds = DecodedKind.all()
        let count = ReadingAgreementTests.documents / 40
        for index in 0..<count {
            let seed = UInt64(batch * count + index)
            let data = Self.document(seed: seed)
            let decoder = Self.decoder(seed: seed)
            let expected = Self.notes(of: decoder, seed, kinds) { try decoder.decode(Nested.self, from: data) }
            let actual = Self.notes(of: decoder, seed, kinds) {
                try DecodableResponseSerializer(Nested.self, decoder: decoder).decodeBody(data, of: nil)
            }
            guard let difference = Self.firstDifference(actual, expected) else { continue }
            Issue.record("\(seed): \(String(decoding: data, as: UTF8.self))\n\(difference)")
            return
        }
    }

    @Test(arguments: [false, true]) func theFirstOfEqualKeysCounts(isConverted: Bool) throws {
        let data = Data(#"{"a": 1, "b": 2, "a": 3}"#.utf8)
        let decoder = JSONDecoder()
        if isConverted { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        let serializer = DecodableResponseSerializer([String: Int].self, decoder: decoder)
        #expect(try serializer.decodeBody(data, of: nil) == ["a": 1, "b": 2])
        #expect(try decoder.decode([String: Int].self, from: data) == ["a": 1, "b": 2])
        // Every one is decoded.
        let broken = Data(#"{"a": 1, "b": 2, "a": "x"}"#.utf8)
        #expect(
            (try? serializer.decodeBody(broken, of: nil)) == (try? decoder.decode([String: Int].self, from: broken)))
    }

    /// Returns a text whose keys are those of ``DecodingProgram``. About one in six is broken at a place or two.
    private static func document(seed: UInt64) -> Data {
        var random = DecodingProgram.parameters
        random.leaves = [.null, .null, .bool, .int, .int, .int, .double, .string, .string]
        random.collections = [.array, .column, .dictionary, .dictionary]
        var generator = SeededGenerator(seed: seed)
        let value = random.value(depth: 4, using: &generator)
        var bytes = Array(value.jsonText(oneBrokenIn: 30, using: &generator).utf8)
        if generator.oneIn(6) { bytes = bytes.mutated(using: &generator) }
        // An empty body and a space are not documents, and the encoding of three bytes is not clear.
        return Data(bytes.count < 4 ? bytes + Array("    ".utf8) : bytes)
    }

    private static func notes(
        of decoder: JSONDecoder, _ seed: UInt64, _ kinds: [DecodedKind], _ decode: () throws -> Nested?
    ) -> [DecodingProgram.Note] {
        let program = DecodingProgram(seed: seed, .json, kinds)
        decoder.userInfo[DecodingProgram.key] = UncheckedProgram(program: program)
        program.note("document") { try decode() == nil ? "none" : "read" }
        return program.notes
    }

    /// Describes the first difference. The path of corrupted data is longer here: `JSONDecoder` leaves it out.
    static func firstDifference(_ actual: [DecodingProgram.Note], _ expected: [DecodingProgram.Note]) -> String? {
        for (index, (actual, expected)) in zip(actual, expected).enumerated() where actual != expected {
            if actual.text == expected.text, actual.text.hasSuffix("corrupted"), let path = expected.path,
                actual.path?.starts(with: path) == true
            {
                continue
            }
            return "\(index): \(actual) instead of \(expected)"
        }
        return actual.count == expected.count ? nil : "\(actual.count) notes instead of \(expected.count)"
    }

    private static func decoder(seed: UInt64) -> JSONDecoder {
        let decoder = JSONDecoder()
        var generator = SeededGenerator(seed: seed ^ 0xDEC0)
        switch generator.int(0...9) {
        case 0: decoder.dateDecodingStrategy = .secondsSince1970
        case 1: decoder.dateDecodingStrategy = .millisecondsSince1970
        case 2...3: decoder.dateDecodingStrategy = .iso8601
        case 4:
            let formatter = DateFormatter()
            formatter.dateFormat = "yyyy"
            decoder.dateDecodingStrategy = .formatted(formatter)
        case 5:
            decoder.dateDecodingStrategy = .custom { decoder in
                let container = try decoder.singleValueContainer()
                return Date(timeIntervalSince1970: Double(try container.decode(String.self).count))
            }
        default: break
        }
        switch generator.int(0...5) {
        case 0...1: decoder.dataDecodingStrategy = .deferredToData
        case 2: decoder.dataDecodingStrategy = .custom { Data("\($0.codingPath.map(\.stringValue))".utf8) }
        default: break
        }
        switch generator.int(0...7) {
        case 0...1: decoder.keyDecodingStrategy = .convertFromSnakeCase
        case 2:
            decoder.keyDecodingStrategy = .custom { path in
                AnyKey(stringValue: path.count % 2 == 0 ? path[path.count - 1].stringValue : "a")
            }
        case 3: decoder.keyDecodingStrategy = .custom { AnyKey(stringValue: $0.last?.stringValue.lowercased() ?? "") }
        default: break
        }
        if generator.oneIn(3) {
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        }
        return decoder
    }
}

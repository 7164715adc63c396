import TestSupport
import Testing
import URLSerialization

/// The JSON bodies of models and those of `JSONEncoder` with the same strategies: equal members, and equal bytes of
/// every value.
@Suite(.tags(.computing, .random), .enabled(if: ComparedFoundation.isPresent, ComparedFoundation.comment))
struct JSONEncoderAgreementTests {
    private static let models = Effort.times(500, quick: 250)

    @Test(arguments: DatePair.all)
    func randomModelsAreWrittenAlike(dates: DatePair) throws {
        for seed in 0..<UInt64(Self.models) {
            var generator = SeededGenerator(seed: seed)
            let model = RandomModel.root(using: &generator)
            let escapesSlashes = generator.oneIn(2)
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = dates.foundation
            encoder.outputFormatting = escapesSlashes ? [] : .withoutEscapingSlashes
            let serializer = JSONRequestSerializer(
                writingOptions: escapesSlashes ? [] : .withoutEscapingSlashes, dateStrategy: dates.ours,
                dataStrategy: .base64)
            try ModelComparison(model, seed: seed).compare(serializer, encoder)
        }
    }
}

/// One strategy for dates under both its names.
struct DatePair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ours: DateStrategy
    let foundation: JSONEncoder.DateEncodingStrategy

    static let all = [
        DatePair(testDescription: "seconds", ours: .secondsSince1970, foundation: .secondsSince1970),
        DatePair(testDescription: "milliseconds", ours: .millisecondsSince1970, foundation: .millisecondsSince1970),
        DatePair(testDescription: "ISO 8601", ours: .iso8601, foundation: .iso8601),
    ]
}

/// The JSON of a serializer and of `JSONEncoder` for one model.
struct ModelComparison<Model: Encodable> {
    let model: Model
    let seed: UInt64

    init(_ model: Model, seed: UInt64) {
        (self.model, self.seed) = (model, seed)
    }

    /// Expects equal members, and equal bytes of every value; where the encoder refuses the model, an error as well.
    func compare(
        _ serializer: JSONRequestSerializer, _ encoder: JSONEncoder, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let request = try URLRequest("POST")
        guard let expected = try? encoder.encode(model) else {
            #expect(
                throws: (any Error).self, "seed \(seed): JSONEncoder refuses \(model)", sourceLocation: sourceLocation
            ) {
                try serializer.serialize(request, encoding: model)
            }
            return
        }
        let body = try #require(try serializer.serialize(request, encoding: model).httpBody)
        let members = RawJSON(body)
        #expect(
            members != nil && members == RawJSON(expected) && body.count == expected.count,
            """
            seed \(seed)
            ours        \(String(decoding: body, as: UTF8.self))
            JSONEncoder \(String(decoding: expected, as: UTF8.self))
            \(model)
            """,
            sourceLocation: sourceLocation)
    }
}

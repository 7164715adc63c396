import TestSupport
import URLSerialization

@testable import SerializerComparison

/// Makes payloads of every kind of value that a query can represent; the same for the same seed.
struct RandomPayload {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1) }

    mutating func dictionary(depth: Int) -> ParameterDictionary {
        var dictionary: ParameterDictionary = [:]
        for _ in 0..<below(6) { dictionary[text()] = value(depth: depth - 1) }
        return dictionary
    }

    /// Returns any of the strategies, but half of the time the defaults.
    mutating func strategies() -> EncoderChoices {
        var strategies = EncoderChoices()
        guard below(2) == 0 else { return strategies }
        for option in EncoderOption.encoders where option.name != "data" {
            strategies[option.name] = option.choices[below(option.choices.count)].name
        }
        return strategies
    }

    private mutating func one<Choice>(of choices: [Choice]) -> Choice {
        choices[below(choices.count)]
    }

    private mutating func value(depth: Int) -> ParameterValue {
        switch below(depth > 0 ? 14 : 10) {
        case 0: .null
        case 1: .bool(below(2) == 0)
        case 2: .int(Int64(bitPattern: random.next()))
        case 3: .uint(.max - random.next() % 1000)
        case 4: .double(Double(below(100_000)) / 1000)
        case 5: .float(Float(below(1000)) / 10)
        case 6: .decimal(Decimal(below(1000)))
        case 7: .date(Date(timeIntervalSince1970: Double(below(2_000_000_000))))
        case 8, 9: .string(text())
        case 10: .set(Set((0..<below(4)).map { _ in .string(text()) }))
        case 11: .array((0..<below(4)).map { _ in value(depth: depth - 1) })
        default: .dictionary(dictionary(depth: depth))
        }
    }

    private mutating func text() -> String {
        let pieces = ["a", "b", "Z", " ", "+", "&", "=", "/", "é", "日", "🙂", "\n", "%41", "<", "\"", "\\", "'", ":"]
        return (0...below(5)).map { _ in pieces[below(pieces.count)] }.joined()
    }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}

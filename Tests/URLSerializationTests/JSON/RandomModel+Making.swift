import TestSupport
import URLSerialization

extension RandomModel {
    /// The parameters of random models.
    static let parameters: RandomParameters = {
        var random = RandomParameters(
            leaves: RandomParameters.Leaf.allCases + [.int, .int, .int, .uint, .uint, .uint, .string],
            collections: [.array, .dictionary, .dictionary])
        random.nesting = 0.67
        random.counts = Array(0...4)
        random.keys = { $0.element(of: Key.words + ["super"]) }
        random.strings = {
            $0.text(scalars: $0.int(0...8), of: Script.allCases + [.control, .reserved, .letters])
        }
        return random
    }()

    /// Makes a model that is an object or an array.
    static func root(ways: [Way] = Way.allCases, using generator: inout SeededGenerator) -> RandomModel {
        let value = parameters.collection(using: &generator)
        let model = RandomModel(value, ways: ways, using: &generator)
        // JSONEncoder refuses a model that encodes nothing.
        if case .nothing = model { return .keyed([]) }
        return model
    }

    /// Makes a model of a value: its integers in types of any width, its texts in part UUIDs, and its dictionaries in
    /// every form of a model, with other keys or without content where the form has no such keys.
    ///
    /// - Parameters:
    ///   - isFaithful: Whether the model is written as the value is.
    ///   - ways: The ways in which members and elements are encoded.
    init(
        _ value: ParameterValue, isFaithful: Bool = false, ways: [Way] = Way.allCases,
        using generator: inout SeededGenerator
    ) {
        func model(_ value: ParameterValue) -> RandomModel {
            let model = RandomModel(value, isFaithful: isFaithful, ways: ways, using: &generator)
            return generator.oneIn(12) ? .wrapped(model) : model
        }
        func way() -> Way { generator.element(of: ways) }
        switch value {
        case .null: self = .null
        case .bool(let value): self = .leaf(value)
        case .int(let value): self = .leaf(generator.element(of: ParameterValue.integers(value)))
        case .uint(let value): self = .leaf(generator.element(of: ParameterValue.integers(value)))
        case .double(let value): self = .leaf(value)
        case .float(let value): self = .leaf(value)
        case .decimal(let value): self = .leaf(value)
        case .string where !isFaithful && generator.oneIn(4): self = .leaf(Self.uuid(using: &generator))
        case .string(let value): self = .leaf(value)
        case .date(let value): self = .leaf(value)
        case .data(let value): self = .leaf(value)
        case .url(let value): self = .leaf(value)
        case .set(let values): self = .leaf(values)
        case .array(let values): self = .unkeyed(values.map { Element(value: model($0), way: way()) })
        case .dictionary(let values):
            func entries<Key: Hashable>(_ key: (String) -> Key) -> [Key: RandomModel] {
                Dictionary(values.map { (key($0.key), model($0.value)) }, uniquingKeysWith: { first, _ in first })
            }
            switch generator.int(0...(isFaithful ? 3 : 8)) {
            case 0: self = .leaf(entries { $0 })
            case 4: self = .leaf(entries { _ in generator.int(-9...99) })
            case 5: self = .leaf(entries { _ in generator.element(of: [Kind.plain, .twoWords, .`self`]) })
            case 6: self = .leaf(entries { _ in Point(x: generator.int(0...9), y: generator.oneIn(2) ? nil : 1) })
            case 7: self = .leaf(Self.choice(using: &generator))
            case 8 where generator.oneIn(3): self = .nothing
            default:
                self = .keyed(
                    values.map { key, value in
                        let key =
                            !isFaithful && generator.oneIn(12)
                            ? Key(intValue: key.utf8.count + generator.int(100...1_000_000)) : Key(stringValue: key)
                        return Member(key: key, value: model(value), way: way())
                    })
            }
        }
    }

    private static func choice(using generator: inout SeededGenerator) -> Choice {
        switch generator.int(0...2) {
        case 0: .empty
        case 1: .one(generator.int(-9...9))
        default: .labelled(firstValue: parameters.strings(&generator), second: [true, nil, false])
        }
    }

    private static func uuid(using generator: inout SeededGenerator) -> UUID {
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: (generator.next(), generator.next()), as: (UInt64, UInt64).self)
        }
        return UUID(uuid: bytes)
    }
}

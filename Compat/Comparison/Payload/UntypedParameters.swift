import URLSerialization

/// The type in Swift of a value that typed JSON describes.
enum SwiftType {
    /// An optional, whose value is present.
    case optional
    /// A dictionary with keys that are not all strings, in its order.
    case dictionary(keys: [ParameterValue])
    /// A dictionary of the type `[Int: String]`.
    case integerDictionary
}

/// A converter of parameters to the values of a program with `[String: Any]`: Swift's own collections, which encoders
/// recognize by casts.
///
/// A Swift dictionary has one entry for keys that are canonically equal: the first key with the last value.
struct UntypedParameters {
    /// Whether numbers and Booleans have Swift's own types. Otherwise they are `NSNumber`s, which Foundation's readers
    /// return.
    let isSwift: Bool
    var types: [PayloadPath: SwiftType] = [:]

    func value(_ value: ParameterValue) -> Any { any(value, PayloadPath()) }

    private func any(_ value: ParameterValue, _ path: PayloadPath) -> Any {
        func child(_ step: PayloadPath.Step, _ value: ParameterValue) -> Any {
            any(value, types.isEmpty ? path : PayloadPath(path.steps + [step]))
        }
        switch (value, types[path]) {
        case (.array(let elements), _): return elements.enumerated().map { child(.index($0), $1) }
        case (.set(let elements), _): return Set(elements.map(hashable))
        case (.dictionary(let entries), .dictionary(let keys)):
            return zip(keys, entries).reduce(into: [AnyHashable: Any]()) { pairs, entry in
                pairs[hashable(entry.0)] = child(.key(entry.1.key), entry.1.value)
            }
        case (.dictionary(let entries), .integerDictionary):
            return entries.reduce(into: [Int: String]()) { $0[Int($1.key) ?? 0] = $1.value.string }
        case (.dictionary(let entries), _):
            return entries.reduce(into: [String: Any]()) { $0[$1.key] = child(.key($1.key), $1.value) }
        case (.null, .optional): return Any?.none as Any
        case (_, .optional): return Any?.some(leaf(value)) as Any
        default: return leaf(value)
        }
    }

    private func leaf(_ value: ParameterValue) -> Any {
        switch value {
        case _ where !isSwift: value.foundationObject
        case .bool(let value): value
        // Integers have 64 bits, as in almost every program.
        case .int(let value): Int(value)
        case .uint(let value): value
        case .double(let value): value
        case .float(let value): value
        case .decimal(let value): value
        default: value.foundationObject
        }
    }

    func hashable(_ value: ParameterValue) -> AnyHashable {
        switch value {
        case .array(let elements): AnyHashable(elements.map(hashable))
        case .dictionary(let entries):
            AnyHashable(entries.reduce(into: [AnyHashable: AnyHashable]()) { $0[$1.key] = hashable($1.value) })
        case .set, .null: any(value, PayloadPath()) as? AnyHashable ?? AnyHashable("\(value)")
        default: leaf(value) as? AnyHashable ?? AnyHashable("\(value)")
        }
    }
}

/// A payload as a program with `Codable` models has it: a value, encoded as a model's properties except for Swift's own
/// dictionaries, which encode themselves.
struct TypedModel: Encodable {
    let value: ParameterValue
    var path = PayloadPath()
    let types: [PayloadPath: SwiftType]

    func encode(to encoder: any Encoder) throws {
        func child(_ step: PayloadPath.Step, _ value: ParameterValue) -> TypedModel {
            TypedModel(value: value, path: PayloadPath(path.steps + [step]), types: types)
        }
        switch value {
        case .dictionary(let entries) where !types.isEmpty:
            if case .integerDictionary? = types[path] {
                return try Dictionary(entries.map { (Int($0.key) ?? 0, $0.value) }) { $1 }.encode(to: encoder)
            }
            var container = encoder.container(keyedBy: ModelKey.self)
            for (key, value) in entries {
                try container.encode(child(.key(key), value), forKey: ModelKey(stringValue: key))
            }
        case .array(let elements) where !types.isEmpty:
            var container = encoder.unkeyedContainer()
            for (index, value) in elements.enumerated() { try container.encode(child(.index(index), value)) }
        default: try value.encode(to: encoder)
        }
    }
}

import URLSerialization

/// A type that programs ask for.
struct DecodedKind {
    let inKeyed: (KeyedDecodingContainer<AnyKey>, AnyKey) throws -> String
    let inKeyedIfPresent: (KeyedDecodingContainer<AnyKey>, AnyKey) throws -> String
    let inUnkeyed: (inout any UnkeyedDecodingContainer) throws -> String
    let inUnkeyedIfPresent: (inout any UnkeyedDecodingContainer) throws -> String
    let inSingle: (any SingleValueDecodingContainer) throws -> String
    var isOf128Bits = false

    /// Creates a kind that is asked for by the containers' generic methods.
    init<Value: Decodable>(_ type: Value.Type, _ describe: @escaping (Value) -> String = { "\($0)" }) {
        inKeyed = { describe(try $0.decode(type, forKey: $1)) }
        inKeyedIfPresent = { try $0.decodeIfPresent(type, forKey: $1).map(describe) ?? "absent" }
        inUnkeyed = { describe(try $0.decode(type)) }
        inUnkeyedIfPresent = { try $0.decodeIfPresent(type).map(describe) ?? "absent" }
        inSingle = { describe(try $0.decode(type)) }
    }

    /// Creates a kind that is asked for by dedicated methods in keyed and unkeyed containers.
    init<Value: Decodable>(
        _ describe: @escaping (Value) -> String,
        _ inKeyed: @escaping (KeyedDecodingContainer<AnyKey>, AnyKey) throws -> Value,
        _ inKeyedIfPresent: @escaping (KeyedDecodingContainer<AnyKey>, AnyKey) throws -> Value?,
        _ inUnkeyed: @escaping (inout any UnkeyedDecodingContainer) throws -> Value
    ) {
        self.inKeyed = { describe(try inKeyed($0, $1)) }
        self.inKeyedIfPresent = { try inKeyedIfPresent($0, $1).map(describe) ?? "absent" }
        self.inUnkeyed = { describe(try inUnkeyed(&$0)) }
        inUnkeyedIfPresent = { try $0.decodeIfPresent(Value.self).map(describe) ?? "absent" }
        inSingle = { describe(try $0.decode(Value.self)) }
    }

    /// Creates a kind whose error depends on the order of its members, which Foundation decodes in hash order.
    init<Value: Decodable>(inNoOrder type: Value.Type, _ describe: @escaping (Value) -> String) {
        inKeyed = { container, key in describe(try inNoOrder { try container.decode(type, forKey: key) }) }
        inKeyedIfPresent = { container, key in
            try inNoOrder { try container.decodeIfPresent(type, forKey: key) }.map(describe) ?? "absent"
        }
        inUnkeyed = { container in describe(try inNoOrder { try container.decode(type) }) }
        inUnkeyedIfPresent = { container in
            try inNoOrder { try container.decodeIfPresent(type) }.map(describe) ?? "absent"
        }
        inSingle = { container in describe(try inNoOrder { try container.decode(type) }) }
    }

    private var of128Bits: DecodedKind {
        var kind = self
        kind.isOf128Bits = true
        return kind
    }

    static func all() -> [DecodedKind] {
        [
            DecodedKind(
                { "\($0)" }, { try $0.decode(Bool.self, forKey: $1) },
                { try $0.decodeIfPresent(Bool.self, forKey: $1) }, { try $0.decode(Bool.self) }
            ),
            DecodedKind(
                { $0.debugDescription }, { try $0.decode(String.self, forKey: $1) },
                { try $0.decodeIfPresent(String.self, forKey: $1) }, { try $0.decode(String.self) }
            ),
            DecodedKind(
                { text($0) }, { try $0.decode(Double.self, forKey: $1) },
                { try $0.decodeIfPresent(Double.self, forKey: $1) }, { try $0.decode(Double.self) }
            ),
            DecodedKind(
                { text($0) }, { try $0.decode(Float.self, forKey: $1) },
                { try $0.decodeIfPresent(Float.self, forKey: $1) }, { try $0.decode(Float.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(Int.self, forKey: $1) },
                { try $0.decodeIfPresent(Int.self, forKey: $1) }, { try $0.decode(Int.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(Int8.self, forKey: $1) },
                { try $0.decodeIfPresent(Int8.self, forKey: $1) }, { try $0.decode(Int8.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(Int16.self, forKey: $1) },
                { try $0.decodeIfPresent(Int16.self, forKey: $1) }, { try $0.decode(Int16.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(Int32.self, forKey: $1) },
                { try $0.decodeIfPresent(Int32.self, forKey: $1) }, { try $0.decode(Int32.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(Int64.self, forKey: $1) },
                { try $0.decodeIfPresent(Int64.self, forKey: $1) }, { try $0.decode(Int64.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(UInt.self, forKey: $1) },
                { try $0.decodeIfPresent(UInt.self, forKey: $1) }, { try $0.decode(UInt.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(UInt8.self, forKey: $1) },
                { try $0.decodeIfPresent(UInt8.self, forKey: $1) }, { try $0.decode(UInt8.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(UInt16.self, forKey: $1) },
                { try $0.decodeIfPresent(UInt16.self, forKey: $1) }, { try $0.decode(UInt16.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(UInt32.self, forKey: $1) },
                { try $0.decodeIfPresent(UInt32.self, forKey: $1) }, { try $0.decode(UInt32.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(UInt64.self, forKey: $1) },
                { try $0.decodeIfPresent(UInt64.self, forKey: $1) }, { try $0.decode(UInt64.self) }
            ),
            DecodedKind(
                { "\($0)" }, { try $0.decode(Int128.self, forKey: $1) },
                { try $0.decodeIfPresent(Int128.self, forKey: $1) }, { try $0.decode(Int128.self) }
            ).of128Bits,
            DecodedKind(
                { "\($0)" }, { try $0.decode(UInt128.self, forKey: $1) },
                { try $0.decodeIfPresent(UInt128.self, forKey: $1) }, { try $0.decode(UInt128.self) }
            ).of128Bits,
            DecodedKind(Nested.self), DecodedKind(Nested.self), DecodedKind(Nested.self), DecodedKind([Nested].self),
            DecodedKind(Nested?.self), DecodedKind(Date.self) { text($0.timeIntervalSinceReferenceDate) },
            DecodedKind(Data.self) { "\(Array($0))" }, DecodedKind(URL.self) { $0.absoluteString },
            DecodedKind(Decimal.self), DecodedKind(inNoOrder: [String: Int].self) { text($0) },
            DecodedKind(inNoOrder: [Int: String].self) { text($0) },
            DecodedKind(inNoOrder: [String: [String: Double]].self) {
                text($0.mapValues { text($0.mapValues { text($0) }) })
            },
            DecodedKind(inNoOrder: [String: Date?].self) {
                text($0.mapValues { $0.map { text($0.timeIntervalSinceReferenceDate) } ?? "nil" })
            },
            DecodedKind([Int].self), DecodedKind([String].self),
            DecodedKind([Double].self) { "\($0.map { text($0) })" },
            DecodedKind([Bool?].self),
            DecodedKind([Date].self) { "\($0.map { text($0.timeIntervalSinceReferenceDate) })" },
            DecodedKind([Data].self), DecodedKind(Set<Int>.self) { "\($0.sorted())" }, DecodedKind([[UInt8]].self),
            DecodedKind([String?].self), DecodedKind([Decimal].self), DecodedKind([URL].self), DecodedKind(UUID.self),
            DecodedKind(Range<Int>.self), DecodedKind(Suit.self), DecodedKind(Level.self), DecodedKind(Choice.self),
            DecodedKind(Plain.self), DecodedKind(Child.self) { "\($0.a as Any) \($0.b as Any)" },
        ]
    }
}

private enum Suit: String, Decodable { case a, b, hearts = "x" }
private enum Level: Int, Decodable { case low = 1, high = 5 }

private indirect enum Choice: Decodable {
    case a(Int)
    case b(name: String, c: Double?)
    case name
}

private struct Plain: Decodable {
    struct Inner: Decodable {
        var id: Int?
        var name: String?
        var a: [Int]?
    }

    var a: Int?
    var b: String?
    var c: Inner?
    var aB: [Inner]?
    var name: Suit?
}

private class Parent: Decodable {
    var a: Int?
    enum CodingKeys: CodingKey { case a }
}

private final class Child: Parent {
    var b: String?
    private enum Keys: String, CodingKey { case b }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        b = try container.decodeIfPresent(String.self, forKey: .b)
        try super.init(from: try container.superDecoder())
    }
}

/// The error of a dictionary, whose members Foundation decodes in hash order.
private struct FailureInNoOrder: Error {}

func inNoOrder<Value>(_ decode: () throws -> Value) throws -> Value {
    do {
        return try decode()
    } catch {
        throw FailureInNoOrder()
    }
}

private func text(_ value: Double) -> String { value.isNaN ? "nan" : "\(value.bitPattern)" }
private func text(_ value: Float) -> String { value.isNaN ? "nan" : "\(value.bitPattern)" }
private func text<Value>(_ value: [String: Value]) -> String {
    "\(value.map { "\($0.key.debugDescription): \($0.value)" }.sorted())"
}
private func text<Value>(_ value: [Int: Value]) -> String { "\(value.map { "\($0.key): \($0.value)" }.sorted())" }

import URLSerialization

/// The encoding of one model: its tree, and the form of its leaves. It belongs to one call, on one thread at a time.
final class FormEncoding {
    var tree = ModelTree()
    /// The first failure in a method that cannot throw.
    private(set) var failure: (any Error)?
    /// The number of values that are encoding themselves, each inside the previous one.
    private var recursions = 0
    private let encoder: URLEncodedFormEncoder
    private let escaper: FormEscaper

    /// The number of containers that may be nested in each other, as in the core.
    private static let maximumDepth = 512

    init(_ encoder: URLEncodedFormEncoder, escaper: FormEscaper) {
        self.encoder = encoder
        self.escaper = escaper
    }

    // MARK: - Places

    /// Returns the place one step below another, for a container or a value that encodes itself.
    func place(_ key: some CodingKey, below parent: Int32) -> Int32 {
        place(ModelTree.Step(key), key: key, below: parent)
    }

    /// Returns the place of an array's element.
    func place(ofElement index: Int, below parent: Int32) -> Int32 {
        place(ModelTree.Step(index: index), key: nil, below: parent)
    }

    private func place(_ step: ModelTree.Step, key: (any CodingKey)?, below parent: Int32) -> Int32 {
        guard tree.depth(of: parent) < Self.maximumDepth else {
            if failure == nil { failure = tooDeep(parent) }
            return parent
        }
        return tree.place(step, key: key, below: parent)
    }

    func codingPath(of place: Int32) -> [any CodingKey] { tree.codingPath(to: place) }

    private func tooDeep(_ place: Int32) -> RequestSerializationError {
        let reason = "The model is nested more than \(Self.maximumDepth) deep, or contains itself. Flatten it."
        return ParameterError(.tooDeep, reason).error(at: keyPath(tree.path(to: place)))
    }

    private func keyPath(_ steps: [ModelTree.Step]) -> [ParameterKeyPath.Component] {
        steps.map { step in step.index.map { .index($0) } ?? .key(step.key) }
    }

    // MARK: - Leaves

    // Each of these methods accesses the tree once: the runtime checks that no two accesses overlap, which takes as
    // long as storing a short text.

    /// Sets a text one step below a place.
    @inline(__always)
    func set(text: String, _ step: ModelTree.Step, below place: Int32) {
        tree.setText(step, below: place) { escaper.append(text, to: &$0) }
    }

    /// Sets a text at a place.
    func set(text: String, at place: Int32) {
        tree.setText(at: place) { escaper.append(text, to: &$0) }
    }

    /// The text of a null; `nil` leaves it out.
    var nilText: String? { encoder.nilEncoding.encoding() }

    /// Returns the text of a value whose type does not encode itself, or `nil` if its strategy lets it encode itself.
    /// The value is at a place, or one step below it.
    @inline(__always)
    func text<Value>(of value: Value, at place: Int32, _ step: ModelTree.Step? = nil) throws -> String? {
        if Value.self == String.self { return value as? String }
        if Value.self == Bool.self, let bool = value as? Bool {
            if case .literal = encoder.boolEncoding { return bool ? "true" : "false" }
            return bool ? "1" : "0"
        }
        if Value.self == Int.self, let integer = value as? Int { return String(integer) }
        if Value.self == Double.self, let number = value as? Double { return String(number) }
        if Value.self == Float.self, let number = value as? Float { return String(number) }
        if Value.self == Date.self, let date = value as? Date { return try text(of: date, at: place, step) }
        if Value.self == Data.self, let data = value as? Data { return try encoder.dataEncoding.text(of: data) }
        if Value.self == Decimal.self, let decimal = value as? Decimal { return "\(decimal)" }
        return nil
    }

    private func text(of date: Date, at place: Int32, _ step: ModelTree.Step?) throws -> String? {
        do {
            return try encoder.dateEncoding.text(of: date)
        } catch let error as ParameterError {
            throw error.error(at: keyPath(tree.path(to: place) + (step.map { [$0] } ?? [])))
        }
    }

    /// Encodes a value with its `encode(to:)` at a place.
    ///
    /// Encoding recurses through the model's own code, even if it stays in one place. It is stopped before the stack
    /// overflows, and from a certain depth it runs on another stack.
    func encode(_ value: some Encodable, at place: Int32) throws {
        if let failure { throw failure }
        guard recursions < Self.maximumDepth else { throw tooDeep(place) }
        recursions += 1
        defer { recursions -= 1 }
        let valueEncoder = FormEncoder(encoding: self, place: place)
        if recursions == LargeStack.depth, !Thread.isMainThread {
            try LargeStack.run { try value.encode(to: valueEncoder) }
        } else {
            try value.encode(to: valueEncoder)
        }
    }
}

/// The encoder of a model at a place in the form. It is also the container of a single value.
struct FormEncoder: Encoder {
    let encoding: FormEncoding
    let place: Int32
    /// Whether a single value was encoded. A second one is an error.
    private(set) var isUsed = false

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(FormKeyedContainer(encoding: encoding, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        FormUnkeyedContainer(encoding: encoding, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension FormEncoder: SingleValueEncodingContainer {
    mutating func encodeNil() throws {
        if let text = encoding.nilText { try encode(text) }
    }

    // The protocol's methods for all integers of up to 64 bits. The last method is also that for all other types.
    mutating func encode(_ value: some FixedWidthInteger & Encodable) throws { try encode(String(value)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        guard !isUsed else {
            let reason = "The type asks for one value and encodes a second. Ask for an unkeyed container instead."
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
        }
        isUsed = true
        guard let text = try encoding.text(of: value, at: place) else { return try encoding.encode(value, at: place) }
        encoding.set(text: text, at: place)
    }
}

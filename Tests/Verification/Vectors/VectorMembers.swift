import URLSerialization

/// The members of a vector, read by name and type.
struct VectorMembers {
    private let members: ParameterDictionary

    init(_ members: ParameterDictionary) { self.members = members }

    /// A member's value; `nil` if it is missing.
    subscript(name: String) -> ParameterValue? { members[name] }

    /// Whether the member exists and is null.
    func isNull(_ name: String) -> Bool { self[name]?.isNull == true }

    // MARK: - Optional members

    /// Returns a text, or `nil` if it is missing or null.
    func optionalText(_ name: String) throws -> String? { try read(name, "a string", orNull: true) { $0.string } }

    /// Returns an integer, or `nil` if it is missing or null.
    func optionalInteger(_ name: String) throws -> Int? {
        try read(name, "an integer", orNull: true) { $0.numberText.flatMap { Int($0) } }
    }

    /// Returns a Boolean, or false if it is missing or null.
    func bool(_ name: String) throws -> Bool { try read(name, "a Boolean", orNull: true) { $0.bool } ?? false }

    /// Returns a list of integers, or `nil` if it is missing.
    func integers(_ name: String) throws -> [Int]? {
        try read(name, "an array of integers") { list($0) { $0.numberText.flatMap { Int($0) } } }
    }

    /// Returns a list of texts, or `nil` if it is missing.
    func texts(_ name: String) throws -> [String]? {
        try read(name, "an array of strings") { list($0) { $0.string } }
    }

    /// Returns texts by name in their order; none if the member is missing.
    func textsByName(_ name: String) throws -> [(name: String, value: String)] {
        try read(name, "an object of strings") { value in
            guard let entries = value.dictionary else { return nil }
            let texts = entries.compactMap { entry in entry.value.string.map { (entry.key, $0) } }
            return texts.count == entries.count ? texts : nil
        } ?? []
    }

    /// Returns an object, or `nil` if it is missing or null.
    func optionalMembers(_ name: String) throws -> VectorMembers? {
        try read(name, "an object", orNull: true) { $0.dictionary.map(VectorMembers.init) }
    }

    /// Returns a typed value, or `nil` if it is missing.
    func typedValue(_ name: String) throws -> Any? {
        guard let value = self[name] else { return nil }
        do {
            return try TypedValueReader.read(value)
        } catch {
            throw VectorError("'\(name)' \(error)")
        }
    }

    /// Returns the value that a text names, or `nil` if it is missing or null.
    func choice<Value>(_ name: String, _ kind: String = "choice", of values: KeyValuePairs<String, Value>) throws
        -> Value?
    {
        guard let text = try optionalText(name) else { return nil }
        guard let value = values.first(where: { $0.key == text }) else {
            throw VectorError(name, names: text, no: kind)
        }
        return value.value
    }

    /// Returns the options that a number's bits select, from the lowest bit on; none if it is missing or null.
    func options<Options: OptionSet>(_ name: String, _ options: [Options]) throws -> Options {
        let bits = try optionalInteger(name) ?? 0
        let limit = 1 << options.count - 1
        guard (0...limit).contains(bits) else { throw VectorError("'\(name)' are not from 0 to \(limit)") }
        return options.enumerated().reduce(into: []) { if bits & 1 << $1.offset != 0 { $0.formUnion($1.element) } }
    }

    // MARK: - Required members

    func text(_ name: String) throws -> String { try required(name, optionalText(name)) }

    func integer(_ name: String) throws -> Int { try required(name, optionalInteger(name)) }

    /// Returns required bytes, or `nil` for null.
    func optionalData(_ name: String) throws -> Data? {
        guard !isNull(name) else { return nil }
        return try required(name, read(name, "base64") { $0.string.flatMap { Data(base64Encoded: $0) } })
    }

    func data(_ name: String) throws -> Data {
        guard let data = try optionalData(name) else { throw VectorError("'\(name)' is null") }
        return data
    }

    func members(_ name: String) throws -> VectorMembers {
        try required(name, read(name, "an object") { $0.dictionary.map(VectorMembers.init) })
    }

    /// Returns a required list of objects.
    func objects(_ name: String) throws -> [VectorMembers] {
        try required(name, read(name, "an array of objects") { list($0) { $0.dictionary.map(VectorMembers.init) } })
    }

    /// Returns the URL that a required text spells.
    func url(_ name: String) throws -> URL {
        guard let url = URL(string: try text(name)) else { throw VectorError("'\(name)' is not a URL") }
        return url
    }

    // MARK: - Reading

    private func required<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw VectorError("'\(name)' is missing") }
        return value
    }

    private func read<Value>(
        _ name: String, _ kind: String, orNull: Bool = false, _ convert: (ParameterValue) -> Value?
    ) throws -> Value? {
        guard let value = self[name], !(orNull && value.isNull) else { return nil }
        guard let converted = convert(value) else { throw VectorError("'\(name)' is not \(kind)") }
        return converted
    }

    private func list<Element>(_ value: ParameterValue, _ convert: (ParameterValue) -> Element?) -> [Element]? {
        guard let array = value.array else { return nil }
        let elements = array.compactMap(convert)
        return elements.count == array.count ? elements : nil
    }
}

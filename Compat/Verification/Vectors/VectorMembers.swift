import SerializerComparison
import URLSerialization

/// The members of a vector, each asked for by name and form.
struct VectorMembers {
    private let members: [JSONValue.Member]

    init(_ members: [JSONValue.Member]) {
        self.members = members
    }

    /// A member's value; nil if there is none.
    subscript(name: String) -> JSONValue? {
        members.last { $0.key.text == name }?.value
    }

    /// A text that must be there.
    func text(_ name: String) throws -> String {
        guard let text = try optionalText(name) else { throw VectorError("'\(name)' is missing") }
        return text
    }

    /// A text, if it is there and not null.
    func optionalText(_ name: String) throws -> String? {
        guard let value = self[name], !isNull(name) else { return nil }
        guard case .string(let string) = value else { throw VectorError("'\(name)' is not a string") }
        return string.text
    }

    /// An integer, if it is there and not null.
    func optionalInteger(_ name: String) throws -> Int? {
        guard let value = self[name], !isNull(name) else { return nil }
        guard case .number(let text) = value, let integer = Int(text) else {
            throw VectorError("'\(name)' is not an integer")
        }
        return integer
    }

    /// An integer that must be there.
    func integer(_ name: String) throws -> Int {
        guard let integer = try optionalInteger(name) else { throw VectorError("'\(name)' is missing") }
        return integer
    }

    /// A Boolean, false if it is not there or null.
    func bool(_ name: String) throws -> Bool {
        switch self[name] {
        case nil, .null: return false
        case .bool(let value): return value
        default: throw VectorError("'\(name)' is not a Boolean")
        }
    }

    /// Whether the member is there and null.
    func isNull(_ name: String) -> Bool {
        if case .null? = self[name] { true } else { false }
    }

    /// A list of integers, nil if it is not there.
    func integers(_ name: String) throws -> [Int]? {
        guard let value = self[name] else { return nil }
        guard case .array(let elements) = value else { throw VectorError("'\(name)' is not an array") }
        return try elements.map { element in
            guard case .number(let text) = element, let integer = Int(text) else {
                throw VectorError("'\(name)' is not an array of integers")
            }
            return integer
        }
    }

    /// A list of texts, nil if it is not there.
    func texts(_ name: String) throws -> [String]? {
        guard let value = self[name] else { return nil }
        guard case .array(let elements) = value else { throw VectorError("'\(name)' is not an array") }
        return try elements.map { element in
            guard case .string(let string) = element else { throw VectorError("'\(name)' is not an array of strings") }
            return string.text
        }
    }

    /// Texts by name in their order, empty if they are not there.
    func textsByName(_ name: String) throws -> [(name: String, value: String)] {
        guard let value = self[name] else { return [] }
        guard case .object(let members) = value else { throw VectorError("'\(name)' is not an object") }
        return try members.map { member in
            guard case .string(let string) = member.value else {
                throw VectorError("'\(name)' is not an object of strings")
            }
            return (member.key.text, string.text)
        }
    }

    /// Bytes that must be there; nil for null.
    func data(_ name: String) throws -> Data? {
        switch self[name] {
        case nil: throw VectorError("'\(name)' is missing")
        case .null: return nil
        case .string(let string):
            guard let data = Data(base64Encoded: string.text) else { throw VectorError("'\(name)' is not base64") }
            return data
        default: throw VectorError("'\(name)' is neither a string nor null")
        }
    }

    /// An object that must be there.
    func members(_ name: String) throws -> VectorMembers {
        guard let value = self[name] else { throw VectorError("'\(name)' is missing") }
        guard case .object(let members) = value else { throw VectorError("'\(name)' is not an object") }
        return VectorMembers(members)
    }

    /// A list of objects that must be there.
    func objects(_ name: String) throws -> [VectorMembers] {
        guard let value = self[name] else { throw VectorError("'\(name)' is missing") }
        guard case .array(let elements) = value else { throw VectorError("'\(name)' is not an array") }
        return try elements.map { element in
            guard case .object(let members) = element else {
                throw VectorError("'\(name)' is not an array of objects")
            }
            return VectorMembers(members)
        }
    }

    /// A typed value, if it is there.
    func typedValue(_ name: String) throws -> Any? {
        guard let value = self[name] else { return nil }
        do {
            return try TypedValueReader.read(value)
        } catch {
            throw VectorError("'\(name)' \(error)")
        }
    }
}

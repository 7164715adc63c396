import SerializerComparison
import URLSerialization

/// The members of a vector, read by name and type.
struct VectorMembers {
    private let members: [JSONValue.Member]

    init(_ members: [JSONValue.Member]) {
        self.members = members
    }

    /// A member's value; `nil` if it is missing.
    subscript(name: String) -> JSONValue? {
        members.last { $0.key.text == name }?.value
    }

    /// Returns a required text.
    func text(_ name: String) throws -> String {
        guard let text = try optionalText(name) else { throw VectorError("'\(name)' is missing") }
        return text
    }

    /// Returns a text, or `nil` if it is missing or null.
    func optionalText(_ name: String) throws -> String? {
        guard let value = self[name], !isNull(name) else { return nil }
        guard case .string(let string) = value else { throw VectorError("'\(name)' is not a string") }
        return string.text
    }

    /// Returns an integer, or `nil` if it is missing or null.
    func optionalInteger(_ name: String) throws -> Int? {
        guard let value = self[name], !isNull(name) else { return nil }
        guard case .number(let text) = value, let integer = Int(text) else {
            throw VectorError("'\(name)' is not an integer")
        }
        return integer
    }

    /// Returns a required integer.
    func integer(_ name: String) throws -> Int {
        guard let integer = try optionalInteger(name) else { throw VectorError("'\(name)' is missing") }
        return integer
    }

    /// Returns a Boolean, or false if it is missing or null.
    func bool(_ name: String) throws -> Bool {
        switch self[name] {
        case nil, .null: return false
        case .bool(let value): return value
        default: throw VectorError("'\(name)' is not a Boolean")
        }
    }

    /// Whether the member exists and is null.
    func isNull(_ name: String) -> Bool {
        if case .null? = self[name] { true } else { false }
    }

    /// Returns a list of integers, or `nil` if it is missing.
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

    /// Returns a list of texts, or `nil` if it is missing.
    func texts(_ name: String) throws -> [String]? {
        guard let value = self[name] else { return nil }
        guard case .array(let elements) = value else { throw VectorError("'\(name)' is not an array") }
        return try elements.map { element in
            guard case .string(let string) = element else { throw VectorError("'\(name)' is not an array of strings") }
            return string.text
        }
    }

    /// Returns texts by name in their order; none if the member is missing.
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

    /// Returns required bytes, or `nil` for null.
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

    /// Returns a required object.
    func members(_ name: String) throws -> VectorMembers {
        guard let value = self[name] else { throw VectorError("'\(name)' is missing") }
        guard case .object(let members) = value else { throw VectorError("'\(name)' is not an object") }
        return VectorMembers(members)
    }

    /// Returns a required list of objects.
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

    /// Returns a typed value, or `nil` if it is missing.
    func typedValue(_ name: String) throws -> Any? {
        guard let value = self[name] else { return nil }
        do {
            return try TypedValueReader.read(value)
        } catch {
            throw VectorError("'\(name)' \(error)")
        }
    }
}

import URLSerialization

extension TypedValueReader {
    func set(_ json: JSONValue) throws(ParameterReadingError) -> Set<TypedSetElement> {
        guard case .array(let elements) = json else { throw path.error("an array of elements was expected") }
        var set: Set<TypedSetElement> = []
        for (index, element) in elements.enumerated() {
            let value = try self.element(index).value(element)
            set.insert(TypedSetElement(value, identity: identities.identity(of: value)))
        }
        return set
    }

    func pairs(_ json: JSONValue) throws(ParameterReadingError) -> OrderedEntries {
        guard case .array(let pairs) = json else { throw path.error("an array of keys and values was expected") }
        var entries: [(key: Any, value: Any)] = []
        for (index, pair) in pairs.enumerated() {
            guard case .array(let parts) = pair, parts.count == 2 else {
                throw self.element(index).path.error("an array of a key and a value was expected")
            }
            entries.append((try element(index).value(parts[0]), try element(index).value(parts[1])))
        }
        return OrderedEntries(entries)
    }

    func optional(_ json: JSONValue) throws(ParameterReadingError) -> Any {
        let value: Any? = if case .null = json { nil } else { try value(json) }
        return value as Any
    }

    func texts(_ json: JSONValue) throws(ParameterReadingError) -> [String: String] {
        var texts: [String: String] = [:]
        for member in try members(json) { texts[try member.key.exactText(at: path)] = try text(of: member) }
        return texts
    }

    func textsByInteger(_ json: JSONValue) throws(ParameterReadingError) -> [Int: String] {
        var texts: [Int: String] = [:]
        for member in try members(json) {
            guard let key = Int(member.key.text) else {
                throw path.error("the key '\(member.key.text)' is not an integer")
            }
            texts[key] = try text(of: member)
        }
        return texts
    }

    private func members(_ json: JSONValue) throws(ParameterReadingError) -> [JSONValue.Member] {
        guard case .object(let members) = json else { throw path.error("an object was expected") }
        return members
    }

    private func text(of member: JSONValue.Member) throws(ParameterReadingError) -> String {
        let path = JSONPath.key(member.key.text, of: path)
        guard case .string(let string) = member.value else { throw path.error("a string was expected") }
        return try string.exactText(at: path)
    }
}

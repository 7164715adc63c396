import URLSerialization

/// Reads JSON as the values an Objective-C program would have held.
///
/// The parts of the text that are lost are noted. An unpaired surrogate is replaced, which ``JSONValue/parameters()``
/// refuses.
struct JSONPayload {
    private var notices: [String] = []

    static func read(_ data: Data, name: String) throws -> Payload {
        let document = try JSONValue.readPayload(data)
        var reader = JSONPayload()
        let value = try reader.value(of: document, at: PayloadPath())
        return Payload(
            name: name, format: .json, parameters: value, notices: reader.notices,
            losses: RoundedNumbers.losses(in: document))
    }

    private mutating func value(of json: JSONValue, at path: PayloadPath) throws -> ParameterValue {
        switch json {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .leaf(let value, _): return value
        case .number(let text): return try number(text, at: path)
        case .string(let string): return .string(text(of: string, at: path))
        case .array(let elements):
            return .array(
                try elements.enumerated().map { index, element in
                    try value(of: element, at: path.appending(.index(index)))
                })
        case .object(let members):
            return .dictionary(try dictionary(of: members, at: path))
        }
    }

    private mutating func dictionary(of members: [JSONValue.Member], at path: PayloadPath) throws -> ParameterDictionary
    {
        var pairs: [ParameterDictionary.Element] = []
        pairs.reserveCapacity(members.count)
        for member in members {
            let key = text(of: member.key, at: path)
            pairs.append((key, try value(of: member.value, at: path.appending(.key(key)))))
        }
        let dictionary = ParameterDictionary(pairs)
        if dictionary.count < members.count {
            var seen: Set<[UInt8]> = []
            for (key, _) in pairs where !seen.insert(Array(key.utf8)).inserted {
                notices.append("\(path.appending(.key(key)).text) is repeated in the file: the last value was taken.")
            }
        }
        return dictionary
    }

    private mutating func text(of string: JSONString, at path: PayloadPath) -> String {
        if string.hasUnpairedSurrogate {
            notices.append("\(path.text) has an unpaired surrogate: U+FFFD was put in its place.")
        }
        return string.text
    }

    private mutating func number(_ text: String, at path: PayloadPath) throws -> ParameterValue {
        guard let value = JSONNumber.value(text) else {
            throw PayloadError(reason: "the number \(text.prefix(40)) at \(path.text) is out of range")
        }
        return value
    }
}

import URLSerialization

extension TypedValueReader {
    func date(_ json: JSONValue) throws(ParameterReadingError) -> Date {
        Date(timeIntervalSince1970: try double(json))
    }

    func data(_ json: JSONValue) throws(ParameterReadingError) -> Data {
        guard case .string(let string) = json, let data = Data(base64Encoded: string.text) else {
            throw path.error("base64 in a string was expected")
        }
        return data
    }

    func url(_ json: JSONValue) throws(ParameterReadingError) -> URL {
        guard case .string(let string) = json else { throw path.error("a URL in a string was expected") }
        let text = try string.exactText(at: path)
        // Objective-C's NSURL has an empty one; Swift's initializer does not make it.
        guard let url = text.isEmpty ? URLComponents().url : URL(string: text) else { throw path.error("not a URL") }
        return url
    }

    func decimal(_ json: JSONValue) throws(ParameterReadingError) -> Decimal {
        let text = try digits(json)
        if text == "NaN" { return .nan }
        // Foundation reads as far as it can, and takes what follows for granted.
        let isNumber = (try? JSONValue.read(Data(text.utf8))).map { if case .number = $0 { true } else { false } }
        guard isNumber ?? false, let value = Decimal(string: text) else { throw path.error("not a decimal number") }
        return value
    }

    func integer(ofType type: String, _ json: JSONValue) throws(ParameterReadingError) -> Any {
        switch type {
        case "$int8": return try integer(json, Int8.self)
        case "$int16": return try integer(json, Int16.self)
        case "$int32": return try integer(json, Int32.self)
        case "$int64": return try integer(json, Int64.self)
        case "$uint": return try integer(json, UInt.self)
        case "$uint8": return try integer(json, UInt8.self)
        case "$uint16": return try integer(json, UInt16.self)
        case "$uint32": return try integer(json, UInt32.self)
        case "$uint64": return try integer(json, UInt64.self)
        default: throw path.error("no type of typed JSON; there are \(Self.typeNames.joined(separator: ", "))")
        }
    }

    private func integer<Integer: FixedWidthInteger>(
        _ json: JSONValue, _ type: Integer.Type
    ) throws(ParameterReadingError) -> Integer {
        guard let value = Integer(try digits(json)) else { throw path.error("not an integer that \(type) holds") }
        return value
    }

    func integer(_ text: String) throws(ParameterReadingError) -> Any {
        if let value = Int64(text) { return value }
        guard let value = UInt64(text) else { throw path.error("not an integer that 64 bits hold") }
        return value
    }

    /// Digits as a string or as a number.
    func digits(_ json: JSONValue) throws(ParameterReadingError) -> String {
        switch json {
        case .string(let string): return string.text
        case .number(let text): return text
        default: throw path.error("digits in a string were expected")
        }
    }

    func double(_ json: JSONValue) throws(ParameterReadingError) -> Double {
        if case .number(let text) = json {
            guard let value = JSONNumber.finiteDouble(text) else {
                throw path.error("a number beyond the largest double")
            }
            return value
        }
        return try special(json)
    }

    func float(_ json: JSONValue) throws(ParameterReadingError) -> Float {
        guard case .number(let text) = json else { return Float(try special(json)) }
        guard let value = Float(text), value.isFinite else { throw path.error("a number beyond the largest float") }
        return value
    }

    private func special(_ json: JSONValue) throws(ParameterReadingError) -> Double {
        switch json {
        case .string(JSONString(text: "NaN")): return .nan
        case .string(JSONString(text: "Infinity")): return .infinity
        case .string(JSONString(text: "-Infinity")): return -.infinity
        default: throw path.error("a number, \"NaN\", \"Infinity\" or \"-Infinity\" was expected")
        }
    }
}

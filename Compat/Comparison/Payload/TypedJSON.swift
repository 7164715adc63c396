import URLSerialization

/// A reader of typed JSON: JSON in which an object with a single key that begins with `$` represents a value that JSON
/// cannot.
///
/// | JSON | value |
/// |---|---|
/// | `{"$set": [...]}` | a set; of equal numbers it has one |
/// | `{"$date": N}` | a date, N seconds after 1970 began in UTC |
/// | `{"$data": "base64"}`, `{"$url": "text"}` | bytes, a URL |
/// | `{"$float": N}`, `{"$double": N}` | a number; N may be `"NaN"`, `"Infinity"`, `"-Infinity"` |
/// | `{"$decimal": "1.10"}` | a decimal number; `"NaN"` is one |
/// | `{"$int": "digits"}`, `{"$int8": "digits"}`… | an integer |
/// | `{"$dict": [[key, value], ...]}` | a dictionary with keys of any kind |
/// | `{"$optional": value}` | the value in an optional, null as none |
/// | `{"$swiftdict": {...}}`, `{"$intdict": {...}}` | `[String: String]`, `[Int: String]` |
package struct TypedJSON {
    /// The integer types of a given width, by name.
    private static let integers: KeyValuePairs<String, any (FixedWidthInteger & Sendable).Type> = [
        "$int8": Int8.self, "$int16": Int16.self, "$int32": Int32.self, "$int64": Int64.self, "$uint": UInt.self,
        "$uint8": UInt8.self, "$uint16": UInt16.self, "$uint32": UInt32.self, "$uint64": UInt64.self,
    ]
    private static let number = "a number, \"NaN\", \"Infinity\" or \"-Infinity\""

    /// The content of each type of value, by the type's name.
    package static let contents: [(name: String, content: String)] =
        [
            ("$set", "an array of elements"), ("$dict", "an array of arrays of a key and a value"),
            ("$swiftdict", "an object of strings"), ("$intdict", "an object of strings under integers"),
            ("$optional", "a value"), ("$date", number), ("$data", "base64 in a string"), ("$url", "a URL in a string"),
            ("$double", number), ("$float", number), ("$decimal", "a decimal number's digits in a string"),
            ("$int", "the digits of an integer of 64 bits"),
        ] + integers.map { ($0, "the digits of an integer that \($1) holds") }

    private(set) var notes = PayloadNotes()

    /// Returns the value that a document's value represents.
    ///
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    ///
    /// - Parameter path: The path in the payload, which has no steps for types.
    mutating func value(_ json: ParameterValue, _ path: PayloadPath = PayloadPath()) throws -> ParameterValue {
        if let digits = json.data {
            let isInteger = PayloadSink.isInteger(String(decoding: digits, as: UTF8.self))
            let value = isInteger ? integer(json) : number(json, path)
            guard let value else { throw PayloadNotes.error("a number that 64 bits do not hold", at: path.steps) }
            return value
        }
        guard let entries = json.dictionary, entries.count == 1, let (type, content) = entries.first,
            type.hasPrefix("$")
        else { return try json.replacingChildren { try value($1, PayloadPath(path.steps + [$0])) } }
        if let value = try value(ofType: type, content, path) { return value }
        let known = Self.contents.first { $0.name == type }.map { "\($0.content) was expected" }
        let types = Self.contents.map(\.name).joined(separator: ", ")
        let reason = known ?? "no type of typed JSON; there are \(types)"
        throw PayloadNotes.error(reason, at: path.steps + [.key(type)])
    }

    /// Returns the value of a type, or `nil` if the content is not that of the type.
    private mutating func value(
        ofType type: String, _ json: ParameterValue, _ path: PayloadPath
    ) throws -> ParameterValue? {
        switch type {
        case "$set":
            guard json.array != nil else { return nil }
            // A set contains only one of several equal numbers, whatever their types.
            var seen: Set<AnyHashable> = []
            let untyped = UntypedParameters(isSwift: true)
            let elements = try value(json, path).elements
            return .set(Set(elements.filter { seen.insert($0.double == nil ? $0 : untyped.hashable($0)).inserted }))
        case "$dict": return try json.array.flatMap { try dictionary($0, path) }
        case "$swiftdict", "$intdict":
            let isInteger = type == "$intdict"
            let isRight = json.dictionary?.allSatisfy { $0.value.string != nil && (!isInteger || Int($0.key) != nil) }
            if isInteger { notes.types[path] = .integerDictionary }
            return isRight == true ? json : nil
        case "$optional":
            notes.types[path] = .optional
            return try value(json, path)
        case "$date": return number(json, path)?.double.map { .date(Date(timeIntervalSince1970: $0)) }
        case "$data": return json.string.flatMap { Data(base64Encoded: $0) }.map { .data($0) }
        // Objective-C's NSURL can be empty, but Swift's initializer refuses an empty text.
        case "$url": return json.string.flatMap { $0.isEmpty ? URLComponents().url : URL(string: $0) }.map { .url($0) }
        case "$double": return number(json, path)
        case "$float": return number(json, path, isFloat: true)
        case "$decimal":
            guard let text = digits(json) else { return nil }
            if text == "NaN" { return .decimal(.nan) }
            // Foundation reads as far as it can and ignores the rest.
            guard Double(text) != nil, let value = Decimal(string: text) else { return nil }
            notes.note(text, readAs: .decimal(value), at: path.steps)
            return .decimal(value)
        case "$int": return integer(json)
        default:
            guard let integer = Self.integers.first(where: { $0.key == type })?.value else { return nil }
            return digits(json).flatMap { integer.init($0) }.map { ParameterValue($0) }
        }
    }

    private mutating func dictionary(_ pairs: [ParameterValue], _ path: PayloadPath) throws -> ParameterValue? {
        let untyped = UntypedParameters(isSwift: true)
        var (keys, entries) = ([ParameterValue](), [ParameterDictionary.Element]())
        for pair in pairs {
            // A rounded key is not a rounded value.
            var reader = TypedJSON()
            guard let key = try pair[0].map({ try reader.value($0) }), pair.array?.count == 2,
                let name = try? ParameterValue(bridging: [untyped.hashable(key): 0]).dictionary?.keys.first
            else { return nil }
            keys.append(key)
            entries.append((name, try value(pair[1] ?? .null, PayloadPath(path.steps + [.key(name)]))))
        }
        let dictionary = ParameterDictionary(entries)
        if keys.contains(where: { $0.string == nil }), dictionary.count == keys.count {
            notes.types[path] = .dictionary(keys: keys)
        }
        return .dictionary(dictionary)
    }

    // MARK: - Numbers

    /// Returns the digits in a string or a number.
    private func digits(_ json: ParameterValue) -> String? {
        json.string ?? json.data.map { String(decoding: $0, as: UTF8.self) }
    }

    private func integer(_ json: ParameterValue) -> ParameterValue? {
        digits(json).flatMap { text in Int64(text).map { .int($0) } ?? UInt64(text).map { .uint($0) } }
    }

    /// Returns the number nearest to a number's text, or the non-finite number that a string names.
    private mutating func number(_ json: ParameterValue, _ path: PayloadPath, isFloat: Bool = false) -> ParameterValue?
    {
        let special = ["NaN": Double.nan, "Infinity": .infinity, "-Infinity": -.infinity]
        if let text = json.string { return special[text].map { isFloat ? .float(Float($0)) : .double($0) } }
        guard let text = json.data.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
        let value: ParameterValue? = isFloat ? Float(text).map { .float($0) } : Double(text).map { .double($0) }
        guard let value, value.double?.isFinite == true else { return nil }
        notes.note(text, readAs: value, at: path.steps)
        return value
    }
}

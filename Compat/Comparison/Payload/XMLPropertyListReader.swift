import URLSerialization

/// Reads XML property lists, keeping the order of keys, which Foundation's reader does not.
struct XMLPropertyListReader {
    private var scanner: XMLPropertyListScanner

    /// Reads a list.
    ///
    /// - Parameter data: UTF-8 text.
    /// - Throws: ``PayloadError``.
    static func read(_ data: Data) throws -> PropertyListValue {
        try data.withUnsafeBytes { bytes in
            var reader = XMLPropertyListReader(scanner: XMLPropertyListScanner(ByteCursor(bytes)))
            return try reader.document()
        }
    }

    private mutating func document() throws -> PropertyListValue {
        guard case .start("plist", isEmpty: false) = try scanner.next() else {
            throw scanner.error("not a property list: <plist> is missing")
        }
        let value = try value(from: try scanner.next(), depth: 0)
        guard try scanner.next() == .end("plist") else { throw scanner.error("more than one value in <plist>") }
        guard try scanner.next() == .endOfDocument else { throw scanner.error("goes on after </plist>") }
        return value
    }

    private mutating func value(from token: XMLPropertyListScanner.Token, depth: Int) throws -> PropertyListValue {
        guard case .start(let name, let isEmpty) = token else { throw unexpected(token) }
        switch name {
        case "dict": return .dictionary(isEmpty ? [] : try dictionary(depth: depth))
        case "array": return .array(isEmpty ? [] : try array(depth: depth))
        case "true", "false":
            if !isEmpty, try !text(until: name).isEmpty { throw scanner.error("text in <\(name)>") }
            return .leaf(.bool(name == "true"), text: name)
        case "string":
            let text = isEmpty ? "" : try text(until: name)
            return .leaf(.string(text), text: text)
        case "integer", "real", "date", "data": return try leaf(name, isEmpty ? "" : try text(until: name))
        default: throw scanner.error("unknown element <\(name)>")
        }
    }

    private mutating func dictionary(depth: Int) throws -> [(key: String, value: PropertyListValue)] {
        try checkDepth(depth)
        var pairs: [(key: String, value: PropertyListValue)] = []
        while true {
            let token = try scanner.next()
            if token == .end("dict") { return pairs }
            guard case .start("key", let isEmpty) = token else {
                throw scanner.error("dictionary entry without <key>")
            }
            let key = isEmpty ? "" : try text(until: "key")
            let next = try scanner.next()
            if next == .end("dict") { throw scanner.error("the key '\(key.prefix(40))' has no value") }
            pairs.append((key, try value(from: next, depth: depth + 1)))
        }
    }

    private mutating func array(depth: Int) throws -> [PropertyListValue] {
        try checkDepth(depth)
        var values: [PropertyListValue] = []
        while true {
            let token = try scanner.next()
            if token == .end("array") { return values }
            values.append(try value(from: token, depth: depth + 1))
        }
    }

    private mutating func text(until name: String) throws -> String {
        let text = try scanner.text()
        let token = try scanner.next()
        guard token == .end(name) else { throw unexpected(token) }
        return text
    }

    private func leaf(_ name: String, _ text: String) throws -> PropertyListValue {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let value: ParameterValue? =
            switch name {
            case "integer": Self.integer(trimmed)
            case "real": Self.real(trimmed)
            case "date": Self.date(trimmed)
            default: Data(base64Encoded: text, options: .ignoreUnknownCharacters).map(ParameterValue.data)
            }
        guard let value else { throw scanner.error("'\(trimmed.prefix(40))' in <\(name)>") }
        return .leaf(value, text: trimmed)
    }

    private static func integer(_ text: String) -> ParameterValue? {
        if let value = Int64(text) { return .int(value) }
        if let value = UInt64(text) { return .uint(value) }
        guard text.lowercased().hasPrefix("0x") else { return nil }
        return UInt64(text.dropFirst(2), radix: 16).map(ParameterValue.init)
    }

    private static func real(_ text: String) -> ParameterValue? {
        switch text.lowercased() {
        case "nan": return .double(.nan)
        case "inf", "infinity", "+infinity": return .double(.infinity)
        case "-inf", "-infinity": return .double(-.infinity)
        default: return Double(text).map(ParameterValue.double)
        }
    }

    private static func date(_ text: String) -> ParameterValue? {
        (try? Date(text, strategy: .iso8601)).map(ParameterValue.date)
    }

    private func checkDepth(_ depth: Int) throws {
        guard depth < PayloadReader.maximumDepth else {
            throw scanner.error("nested more than \(PayloadReader.maximumDepth) levels deep")
        }
    }

    private func unexpected(_ token: XMLPropertyListScanner.Token) -> PayloadError {
        switch token {
        case .start(let name, _): scanner.error("<\(name)> where it cannot be")
        case .end(let name): scanner.error("</\(name)> where it cannot be")
        case .endOfDocument: scanner.error("ends early")
        }
    }
}

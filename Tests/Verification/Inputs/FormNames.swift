import URLSerialization

/// The names in a form, which AFNetworking writes unchanged between quotation marks, and this library escapes.
enum FormNames {
    /// Returns the names of the fields made from parameters, in the traversal's order.
    static func fieldNames(of input: VectorMembers) throws -> [String] {
        guard let parameters = try input.typedValue("parameters") else { return [] }
        // A form sends bytes unchanged, but a query cannot. Only the names are needed, so any text will do.
        var style = QueryStyle.afNetworking
        style.data = .custom { _ in "" }
        return try QueryStringSerializer(style: style).pairs(from: parameters).map(\.key)
    }

    /// Whether this library refuses a name that AFNetworking sends.
    ///
    /// - Parameter isFile: Whether a file name follows it.
    static func isRefused(_ name: String, isFile: Bool) -> Bool {
        if name.utf8.contains(0) { return true }
        let backslashes = name.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        return backslashes % 2 == 1 || (isFile && backslashes > 0)
    }

    /// Returns a recorded body with its raw names as browsers write them (HTML, "Multipart form data").
    static func escaping(_ body: Data, of input: VectorMembers, parts: [FormPart]) throws -> Data {
        // The bytes, because Swift's strings may be equal where bodies are not.
        var lines: [Data: Data] = [:]
        func add(_ name: String, _ fileName: String? = nil) {
            lines[line(name, fileName)] = line(escape(name), fileName.map(escape))
        }
        for name in try fieldNames(of: input) { add(name) }
        for part in parts where part.kind != .headers { add(part.name, part.sentFileName) }
        // A name may be the beginning of another, which must be replaced first.
        return lines.filter { $0 != $1 }.sorted { $0.key.count > $1.key.count }.reduce(body) { body, line in
            body.replacing(line.key, by: line.value)
        }
    }

    /// Returns the whole line of names, so that it matches no other text in a body.
    private static func line(_ name: String, _ fileName: String?) -> Data {
        let file = fileName.map { "; filename=\"\($0)\"" } ?? ""
        return Data("Content-Disposition: form-data; name=\"\(name)\"\(file)\r\n".utf8)
    }

    private static func escape(_ text: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
        return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}

extension Data {
    /// Returns the data with each occurrence of some bytes replaced, from the first on.
    func replacing(_ bytes: Data, by replacement: Data) -> Data {
        var result = Data()
        var position = startIndex
        while let place = range(of: bytes, in: position..<endIndex) {
            result += self[position..<place.lowerBound] + replacement
            position = place.upperBound
        }
        return result + self[position...]
    }
}

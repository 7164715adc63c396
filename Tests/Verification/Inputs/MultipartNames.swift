import URLSerialization

/// The names in a form, which AFNetworking writes unchanged between quotation marks, and this library escapes.
enum MultipartNames {
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
    static func escaping(_ body: Data, of input: VectorMembers, parts: [MultipartInputPart]) throws -> Data {
        var labels = Set(try fieldNames(of: input).map { Label(name: $0, fileName: nil) })
        for part in parts {
            switch part.content {
            case .headers: break
            case .file, .url, .fileData, .formData, .stream:
                labels.insert(Label(name: part.name, fileName: part.sentFileName))
            }
        }
        var body = body
        // A name may be the beginning of another, which must be replaced first.
        for label in labels.filter(\.isRaw).sorted(by: { $0.raw.count > $1.raw.count }) {
            body = body.replacing(label.raw, by: label.escaped)
        }
        return body
    }

    private struct Label: Hashable {
        /// The bytes, because Swift's strings may be equal where bodies are not.
        private let name: [UInt8]
        private let fileName: [UInt8]?

        init(name: String, fileName: String?) {
            self.name = Array(name.utf8)
            self.fileName = fileName.map { Array($0.utf8) }
        }

        var isRaw: Bool { raw != escaped }
        var raw: Data { line { $0 } }
        var escaped: Data { line(Self.escape) }

        /// Returns the label as a whole line, so that it matches no other text in a body.
        private func line(_ form: ([UInt8]) -> [UInt8]) -> Data {
            let file = fileName.map { Array("; filename=\"".utf8) + form($0) + Array("\"".utf8) } ?? []
            return Data(
                Array("Content-Disposition: form-data; name=\"".utf8) + form(name) + Array("\"".utf8) + file
                    + Array("\r\n".utf8))
        }

        private static func escape(_ text: [UInt8]) -> [UInt8] {
            text.flatMap { byte in
                switch byte {
                case UInt8(ascii: "\""): Array("%22".utf8)
                case UInt8(ascii: "\r"): Array("%0D".utf8)
                case UInt8(ascii: "\n"): Array("%0A".utf8)
                default: [byte]
                }
            }
        }
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

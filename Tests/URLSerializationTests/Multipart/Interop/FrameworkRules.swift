import URLSerialization

/// The frameworks' rules for reading a form. They cover the forms that the tests send, and were found by sending single
/// parts; none of them is this package's behavior.
extension FormServer.Framework {
    /// Returns the fields and files that a program receives for the sent parts.
    func reading(_ parts: [SentPart]) -> (fields: [ReceivedPart], files: [ReceivedPart]) {
        let parts = parts.map { reading($0) }
        var files = parts.filter { $0.fileName != nil }
        if self == .php { files = Array(files.prefix { PHPVariables.acceptsFile(named: $0.path[0].text) }) }
        return (arranged(parts.filter { $0.fileName == nil }), arranged(files))
    }

    private func reading(_ part: SentPart) -> ReceivedPart {
        ReceivedPart(
            path: [ExactText(fieldName(unquoted(part.name)))],
            fileName: part.file.map { ExactText(fileName(unquoted($0.name))) },
            mediaType: part.file.map { ExactText(mediaType($0.mediaType)) },
            content: part.file == nil ? fieldContent(part.content) : part.content)
    }

    /// Returns the reading of a name between its quotation marks, where the package wrote `"`, CR and LF as browsers
    /// do.
    ///
    /// Browsers do not escape backslashes, so every framework interprets some of them.
    private func unquoted(_ name: String) -> String {
        let written = name.replacing(["\"": "%22", "\r": "%0D", "\n": "%0A"])
        switch self {
        case .werkzeug:
            var read = String.UnicodeScalarView()
            var isQuoted = false
            for scalar in written.unicodeScalars {
                isQuoted = scalar == "\\" && !isQuoted
                if !isQuoted { read.append(scalar) }
            }
            return String(read).replacingOccurrences(of: "%22", with: "\"")
        case .django, .starlette, .php:
            return written.replacingOccurrences(of: "\\\\", with: "\\")
        }
    }

    /// Returns the name of a field. ``PHPVariables`` splits PHP's names later.
    private func fieldName(_ name: String) -> String {
        self == .django ? name.trimmingCharacters(in: .whitespaces) : name
    }

    private func fileName(_ name: String) -> String {
        switch self {
        case .werkzeug, .starlette: name
        case .django: name.lastComponent.replacingOccurrences(of: "&amp;", with: "&")
        case .php: name.lastComponent
        }
    }

    private func mediaType(_ type: String) -> String {
        let bare = String(type.prefix { $0 != ";" })
        return switch self {
        case .werkzeug, .starlette: type
        case .django: bare.lowercased()
        case .php: bare
        }
    }

    /// Python's fields are text, PHP's are bytes.
    private func fieldContent(_ content: PartContent) -> PartContent {
        guard case .bytes(let data) = content else { return content }
        switch self {
        case .werkzeug, .django:
            return .bytes(Data(String(decoding: data, as: UTF8.self).utf8))
        case .starlette:
            guard String(data: data, encoding: .utf8) == nil else { return content }
            let latin = data.map { Unicode.Scalar($0) }
            return .bytes(Data(String(String.UnicodeScalarView(latin)).utf8))
        case .php:
            return content
        }
    }

    private func arranged(_ parts: [ReceivedPart]) -> [ReceivedPart] {
        switch self {
        case .starlette:
            return parts
        case .werkzeug, .django:
            // Parts with one name are grouped at the place of the first.
            var positions: [[ExactText]: Int] = [:]
            for part in parts where positions[part.path] == nil { positions[part.path] = positions.count }
            let order = parts.enumerated().sorted { left, right in
                let places = (positions[left.element.path] ?? 0, positions[right.element.path] ?? 0)
                return places.0 == places.1 ? left.offset < right.offset : places.0 < places.1
            }
            return order.map(\.element)
        case .php:
            var variables = PHPVariables()
            for part in parts { variables.register(part) }
            return variables.parts
        }
    }
}

extension String {
    fileprivate func replacing(_ replacements: [Unicode.Scalar: String]) -> String {
        unicodeScalars.map { replacements[$0] ?? String($0) }.joined()
    }

    /// The part after the last `/` or `\`.
    fileprivate var lastComponent: String {
        var name = self[...].unicodeScalars
        if let separator = name.lastIndex(where: { $0 == "/" || $0 == "\\" }) { name = name[separator...].dropFirst() }
        return String(name)
    }
}

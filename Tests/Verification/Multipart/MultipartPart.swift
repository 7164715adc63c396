import URLSerialization

/// A part of a body.
struct MultipartPart {
    /// The lines of its headers, without their ends.
    var lines: [Data]
    let body: Data

    /// The part with its header lines sorted.
    var withSortedLines: MultipartPart {
        MultipartPart(lines: lines.sorted { $0.lexicographicallyPrecedes($1) }, body: body)
    }

    /// The part without additional white space around its headers' values.
    var withPlainSpaces: MultipartPart {
        let lines = lines.map { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return line }
            let value = String(decoding: line[line.index(after: colon)...], as: UTF8.self)
            return line[..<colon] + Data(": \(value.trimmingCharacters(in: .whitespaces))".utf8)
        }
        return MultipartPart(lines: lines, body: body)
    }

    /// The part with an asterisk as its media type.
    var withoutMediaType: MultipartPart {
        let name = "content-type:"
        let lines = lines.map { line in
            let isMediaType = String(decoding: line.prefix(name.utf8.count), as: UTF8.self).lowercased() == name
            return isMediaType ? Data("Content-Type: *".utf8) : line
        }
        return MultipartPart(lines: lines, body: body)
    }

    /// The part's bytes between the boundaries.
    var bytes: Data {
        var bytes = Data()
        for line in lines { bytes += line + MultipartBodyParser.lineEnd }
        return bytes + MultipartBodyParser.lineEnd + body
    }
}

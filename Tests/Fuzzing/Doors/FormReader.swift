import Foundation

/// Reads a form as RFC 2046, section 5.1 says: delimiters, heads, contents.
struct FormReader {
    let boundary: String

    func read(_ data: Data) throws -> [(head: [String], content: Data)] {
        let delimiter = Data("\r\n--\(boundary)".utf8)
        var rest = Data("\r\n".utf8) + data
        var parts: [(head: [String], content: Data)] = []
        guard let first = rest.range(of: delimiter), first.lowerBound == rest.startIndex else {
            throw Finding(description: "no delimiter begins the form")
        }
        rest = rest[first.upperBound...]
        while !rest.starts(with: Data("--".utf8)) {
            guard rest.starts(with: Data("\r\n".utf8)), let end = rest.range(of: delimiter) else {
                throw Finding(description: "a delimiter is missing")
            }
            let part = rest[(rest.startIndex + 2)..<end.lowerBound]
            rest = rest[end.upperBound...]
            guard let blank = part.range(of: Data("\r\n\r\n".utf8)) else {
                throw Finding(description: "a part without a head")
            }
            let head = String(decoding: part[..<blank.lowerBound], as: UTF8.self)
            parts.append((head.components(separatedBy: "\r\n"), Data(part[blank.upperBound...])))
        }
        try claim("bytes follow the form's end", rest.elementsEqual("--\r\n".utf8))
        return parts
    }
}

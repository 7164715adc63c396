import URLSerialization

/// A file of recorded behavior in JSON Lines: one vector a line, with blank lines allowed between them.
package struct VectorFile: Sendable {
    struct Line: Sendable {
        /// The line's number, counted from 1.
        let number: Int
        let text: Data

        func document() throws(JSONError) -> VectorDocument {
            try VectorDocument(text, firstLine: number, maximumDepth: Vector.maximumDepth)
        }
    }

    /// The file's name in reports.
    package let name: String
    let lines: [Line]

    /// Creates a file with the given content.
    ///
    /// - Throws: ``JSONError`` if there is no vector at all, or if the content is not UTF-8. A line that is not
    ///   a vector is not an error here: verifying reports it.
    package init(name: String, data: Data) throws(JSONError) {
        self.name = name
        lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
            .map { Line(number: $0.offset + 1, text: Data($0.element)) }
            .filter { line in line.text.contains { ![0x20, 0x09, 0x0D].contains($0) } }
        // The reader's own errors for both name the place.
        if lines.isEmpty { _ = try VectorDocument(data) }
        for line in lines where line.text.firstInvalidUTF8 != nil { _ = try line.document() }
    }

    /// Whether any line names an operation, as every vector does; otherwise the file is of another kind.
    ///
    /// - Complexity: Reads the lines up to the first that does.
    package var holdsVectors: Bool { lines.contains { (try? $0.document())?.value.dictionary?["op"] != nil } }
}

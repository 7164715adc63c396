/// A change to a document's text that keeps its meaning but avoids a crash of Foundation.
struct XMLEdit {
    /// The range that is replaced.
    let range: Range<Int>
    /// The bytes in its place.
    let replacement: [UInt8]

    /// Returns the insertion of a space at a position.
    static func space(at position: Int) -> XMLEdit {
        XMLEdit(range: position..<position, replacement: oneSpace)
    }

    private static let oneSpace: [UInt8] = [0x20]

    /// Returns the text with these changes, which are in order and do not overlap.
    static func apply(_ edits: [XMLEdit], to data: Data) -> Data {
        guard !edits.isEmpty else { return data }
        var result = Data(capacity: data.count + edits.count)
        var position = 0
        for edit in edits where edit.range.lowerBound >= position && edit.range.upperBound <= data.count {
            result.append(data[(data.startIndex + position)..<(data.startIndex + edit.range.lowerBound)])
            result.append(contentsOf: edit.replacement)
            position = edit.range.upperBound
        }
        result.append(data[(data.startIndex + position)...])
        return result
    }
}

/// A change to a document's text that keeps its meaning but spares Foundation what it cannot bear.
struct XMLEdit {
    /// What is replaced.
    let range: Range<Int>
    /// What stands there instead.
    let replacement: [UInt8]

    /// A space put in at a position.
    static func space(at position: Int) -> XMLEdit {
        XMLEdit(range: position..<position, replacement: oneSpace)
    }

    private static let oneSpace: [UInt8] = [0x20]

    /// The text with these changes, which are in order and do not overlap.
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

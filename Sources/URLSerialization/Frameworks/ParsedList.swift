/// Values by index, with gaps as in a JavaScript array.
final class ParsedList {
    private var elements: [Int: ParsedValue] = [:]
    /// One more than the greatest index.
    private(set) var count = 0

    init(_ elements: [ParsedValue] = []) {
        for element in elements { append(element) }
    }

    var last: ParsedValue? { elements[count - 1] }
    /// The indices with an element, ascending.
    var indices: [Int] { elements.count == count ? Array(0..<count) : elements.keys.sorted() }

    func append(_ element: ParsedValue) {
        elements[count] = element
        count += 1
    }

    /// Appends the elements of another list, keeping its gaps.
    func append(contentsOf other: ParsedList) {
        let start = count
        for (index, element) in other.elements { elements[start + index] = element }
        count += other.count
    }

    /// The element at an index, `nil` for a gap. Elements are never removed.
    subscript(index: Int) -> ParsedValue? {
        get { elements[index] }
        set {
            elements[index] = newValue
            count = max(count, index + 1)
        }
    }
}

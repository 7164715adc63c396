import URLSerialization

/// The texts of floating-point numbers without a fraction, which Linux prints as `1.0` and Apple as `1`.
struct WholeNumberTexts {
    private var numbers: Set<String> = []
    private var strings: Set<String> = []

    /// Creates the texts of the numbers in typed parameters.
    init(of parameters: Any?) {
        if let parameters { visit(parameters) }
    }

    /// Returns a pair as Apple prints it.
    ///
    /// - Parameter isRecorded: Whether the pair was recorded on Linux. A pair of this library is changed only if the
    ///   parameters have a string that looks like one of the numbers, because pairs do not distinguish them.
    func spelling(of pair: String, isRecorded: Bool) -> String {
        guard let mark = pair.lastIndex(of: "=") else { return pair }
        let text = String(pair[pair.index(after: mark)...])
        return numbers.contains(text) && (isRecorded || strings.contains(text)) ? String(pair.dropLast(2)) : pair
    }

    private mutating func visit(_ value: Any) {
        switch try? ParameterNode(classifying: value) {
        case .leaf(.double(let value))?: add("\(value)")
        case .leaf(.float(let value))?: add("\(value)")
        case .leaf(.string(let text))?: strings.insert(text)
        case .leaf?, .object?, .model?, nil: break
        case .array(let elements)?: for element in elements { visit(element) }
        case .set(let elements)?: for element in elements { visit(element) }
        case .dictionary(let entries, _)?: for entry in entries { visit(entry.value) }
        }
    }

    private mutating func add(_ text: String) {
        if text.hasSuffix(".0") { numbers.insert(text) }
    }
}

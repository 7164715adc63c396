import URLSerialization

/// The texts of floating-point numbers without a fraction, which Linux prints as `1.0` and Apple as `1`.
struct WholeNumberTexts {
    private var numbers: Set<String> = []
    private var strings: Set<String> = []

    /// Creates the texts of the numbers in typed parameters.
    init(of parameters: Any?) {
        if let parameters { visit(parameters) }
    }

    /// Returns a query string recorded on Linux with its numbers as Apple prints them.
    func asOnApple(_ query: String) -> String { shortened(query) { numbers.contains($0) } }

    /// Returns a query string of this library for comparison. If the parameters have a string that looks like one of
    /// the numbers, both are spelled alike, because pairs do not distinguish them.
    func settled(_ query: String) -> String { shortened(query) { numbers.contains($0) && strings.contains($0) } }

    private func shortened(_ query: String, where isShortened: (String) -> Bool) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let mark = pair.lastIndex(of: "="), isShortened(String(pair[pair.index(after: mark)...])) else {
                return String(pair)
            }
            return String(pair.dropLast(2))
        }.joined(separator: "&")
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

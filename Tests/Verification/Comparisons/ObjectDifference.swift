import URLSerialization

/// The first difference between two trees that were read from bodies, or written as typed JSON.
///
/// Numbers are equal by value regardless of type, at single precision if either is a float. A Boolean is not a number.
enum ObjectDifference {
    /// Returns the first difference, in the order of the expected tree, or none.
    ///
    /// - Parameters:
    ///   - given: The parameters from which both trees were made. Their floats are compared at single precision, since
    ///     versions of Foundation differ in the number of digits that they write.
    ///   - path: The name of the tree.
    static func first(expected: Any, actual: Any, given: Any? = nil, at path: String = "body object") -> [Mismatch] {
        let given = given.flatMap { try? ParameterNode(classifying: $0) }
        switch (try? ParameterNode(classifying: expected), try? ParameterNode(classifying: actual)) {
        case (.leaf(let left)?, .leaf(let right)?):
            let isFloat = if case .leaf(.float)? = given { true } else { false }
            if left.equals(right, atSinglePrecision: isFloat) { return [] }
        case (.array(let left)?, .array(let right)?) where left.count == right.count:
            let givenElements: [Any] = if case .array(let elements)? = given { elements } else { [] }
            for (index, (left, right)) in zip(left, right).enumerated() {
                let given = index < givenElements.count ? givenElements[index] : nil
                let mismatches = first(expected: left, actual: right, given: given, at: "\(path)[\(index)]")
                if !mismatches.isEmpty { return mismatches }
            }
            return []
        case (.dictionary(let left, _)?, .dictionary(let right, _)?):
            let givenValues =
                if case .dictionary(let entries, _)? = given { valuesByKey(entries) } else { [UTF8Key: Any]() }
            return first(expected: left, actual: valuesByKey(right), given: givenValues, at: path)
        default: break
        }
        return Mismatch.ofTexts(path, expected: text(of: expected), actual: text(of: actual))
    }

    private static func first(
        expected: [(key: Any, value: Any)], actual: [UTF8Key: Any], given: [UTF8Key: Any], at path: String
    ) -> [Mismatch] {
        var extra = actual
        for (key, value) in expected.map({ (UTF8Key(text(ofKey: $0.key)), $0.value) }) {
            let path = "\(path)[\(key.text)]"
            guard let actual = extra.removeValue(forKey: key) else {
                return Mismatch.ofTexts(path, expected: text(of: value), actual: "absent")
            }
            let mismatches = first(expected: value, actual: actual, given: given[key], at: path)
            if !mismatches.isEmpty { return mismatches }
        }
        guard let (key, value) = extra.min(by: { $0.key.text < $1.key.text }) else { return [] }
        return Mismatch.ofTexts("\(path)[\(key.text)]", expected: "absent", actual: text(of: value))
    }

    /// Returns the values by their keys' UTF-8, which distinguishes canonically equal keys.
    private static func valuesByKey(_ entries: [(key: Any, value: Any)]) -> [UTF8Key: Any] {
        Dictionary(entries.map { (UTF8Key(text(ofKey: $0.key)), $0.value) }) { $1 }
    }

    private static func text(ofKey key: Any) -> String {
        if case .leaf(.string(let text))? = try? ParameterNode(classifying: key) { text } else { text(of: key) }
    }

    static func text(of value: Any) -> String {
        switch try? ParameterNode(classifying: value) {
        case .leaf(let leaf)?: leaf.data.map { "data \($0.base64EncodedString())" } ?? "\(leaf)"
        case .object(let description, _)?: "object \(description)"
        case .array(let elements)?: "an array of \(elements.count)"
        case .set(let elements)?: "a set of \(elements.count)"
        case .dictionary(let entries, _)?: "a dictionary of \(entries.count)"
        case .model?, nil: "a value of type \(type(of: value))"
        }
    }
}

extension ParameterValue {
    /// Whether two leaves are equal for the reader of a body: numbers by value, texts by their UTF-8.
    fileprivate func equals(_ other: ParameterValue, atSinglePrecision isSingle: Bool) -> Bool {
        if self == other { return true }
        guard let left = number, let right = other.number else { return false }
        if isSingle || isFloat || other.isFloat { return Float(left) == Float(right) }
        if let left = exact, let right = other.exact { return left == right }
        return left == right
    }

    /// The number that Foundation makes of a decimal, or the number itself.
    private var number: Double? {
        if case .decimal(let value) = self { NSDecimalNumber(decimal: value).doubleValue } else { double }
    }

    private var isFloat: Bool { if case .float = self { true } else { false } }

    /// The exact value of a number that is not floating-point.
    private var exact: Decimal? {
        switch self {
        case .int(let value): Decimal(value)
        case .uint(let value): Decimal(value)
        case .decimal(let value): value
        default: nil
        }
    }
}

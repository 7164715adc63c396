import URLSerialization

/// The first difference between two trees that were read from bodies, or written as typed JSON.
///
/// Numbers are equal by value regardless of type, at single precision if either is a float. A Boolean is not a number.
struct BodyObjectDifference {
    private let path: String
    private let expected: String
    private let actual: String

    /// The difference as a mismatch of the body.
    var mismatch: Mismatch? {
        Mismatch.ofTexts(path, expected: expected, actual: actual)
    }

    /// Returns the first difference, in the order of the expected tree, or `nil` if there is none.
    ///
    /// - Parameter given: The parameters from which both trees were made. Their floats are compared at single
    ///   precision, since versions of Foundation differ in the number of digits that they write.
    static func first(
        expected: Any, actual: Any, given: Any? = nil, at path: String = "body object"
    ) -> BodyObjectDifference? {
        let difference = BodyObjectDifference(path: path, expected: text(of: expected), actual: text(of: actual))
        guard let left = try? ParameterNode(classifying: expected), let right = try? ParameterNode(classifying: actual)
        else { return difference }
        let given = given.flatMap { try? ParameterNode(classifying: $0) }
        switch (left, right) {
        case (.leaf(let left), .leaf(let right)):
            let isFloat = if case .leaf(.float)? = given { true } else { false }
            return LeafComparison.areEqual(left, right, atSinglePrecision: isFloat) ? nil : difference
        case (.array(let left), .array(let right)):
            guard left.count == right.count else {
                return BodyObjectDifference(
                    path: path, expected: "\(left.count) elements", actual: "\(right.count) elements")
            }
            let givenElements: [Any] = if case .array(let elements)? = given { elements } else { [] }
            for (index, (expected, actual)) in zip(left, right).enumerated() {
                let given = index < givenElements.count ? givenElements[index] : nil
                let difference = first(expected: expected, actual: actual, given: given, at: "\(path)[\(index)]")
                if let difference { return difference }
            }
            return nil
        case (.dictionary(let left, _), .dictionary(let right, _)):
            let givenValues =
                if case .dictionary(let entries, _)? = given { valuesByKey(entries) } else { [[UInt8]: Any]() }
            return first(expected: left, actual: valuesByKey(right), given: givenValues, at: path)
        default:
            return difference
        }
    }

    private static func first(
        expected: [(key: Any, value: Any)], actual: [[UInt8]: Any], given: [[UInt8]: Any], at path: String
    ) -> BodyObjectDifference? {
        var extra = actual
        for (key, value) in expected {
            let path = "\(path)[\(text(ofKey: key))]"
            let key = bytes(ofKey: key)
            guard let actualValue = actual[key] else {
                return BodyObjectDifference(path: path, expected: text(of: value), actual: "absent")
            }
            extra[key] = nil
            let difference = first(expected: value, actual: actualValue, given: given[key], at: path)
            if let difference { return difference }
        }
        let first = extra.min { $0.key.lexicographicallyPrecedes($1.key) }
        return first.map { key, value in
            BodyObjectDifference(
                path: "\(path)[\(String(decoding: key, as: UTF8.self))]", expected: "absent", actual: text(of: value))
        }
    }

    /// Returns the values by their keys' UTF-8, which distinguishes canonically equal keys.
    private static func valuesByKey(_ entries: [(key: Any, value: Any)]) -> [[UInt8]: Any] {
        Dictionary(entries.map { (bytes(ofKey: $0.key), $0.value) }) { _, last in last }
    }

    private static func bytes(ofKey key: Any) -> [UInt8] {
        Array(text(ofKey: key).utf8)
    }

    private static func text(ofKey key: Any) -> String {
        if case .leaf(.string(let text))? = try? ParameterNode(classifying: key) { text } else { text(of: key) }
    }

    static func text(of value: Any) -> String {
        switch try? ParameterNode(classifying: value) {
        case .leaf(let leaf)?: LeafComparison.text(of: leaf)
        case .object(let description, _)?: "object \(description)"
        case .array(let elements)?: "an array of \(elements.count)"
        case .set(let elements)?: "a set of \(elements.count)"
        case .dictionary(let entries, _)?: "a dictionary of \(entries.count)"
        case .model?, nil: "a value of type \(type(of: value))"
        }
    }
}

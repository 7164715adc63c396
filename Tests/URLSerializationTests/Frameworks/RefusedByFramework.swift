import Testing
import URLSerialization

/// Parameters that a framework would read back differently, with their error.
struct RefusedByFramework: Sendable, CustomTestStringConvertible {
    let dialect: QueryDialect
    let parameters: ParameterValue
    let code: RequestSerializationError.Code
    let keyPath: String

    init(
        _ dialect: QueryDialect, _ parameters: ParameterValue, _ code: RequestSerializationError.Code,
        at keyPath: String
    ) {
        (self.dialect, self.parameters, self.code, self.keyPath) = (dialect, parameters, code, keyPath)
    }

    var testDescription: String { "\(dialect) \(parameters)" }

    static let all = general + php + rack + rails + qs + flat

    private static let general: [RefusedByFramework] = [
        RefusedByFramework(.php, ["a": .set(["x"])], .misread, at: "a"),
        RefusedByFramework(.php, ["a": []], .emptyCollection, at: "a"),
        RefusedByFramework(.php, ["a": [:]], .emptyCollection, at: "a"),
        RefusedByFramework(.php, ["a": nil], .nullRefused, at: "a"),
        RefusedByFramework(.php, ["a": ["x", nil]], .nullRefused, at: "a[1]"),
        RefusedByFramework(.php, ["": 1], .unsupportedKey, at: ""),
        RefusedByFramework(.php, ["a": ["": 1]], .unsupportedKey, at: "a[]"),
        RefusedByFramework(.php, ["a": ["b]": 1]], .unsupportedKey, at: "a[b]]"),
        RefusedByFramework(.php, ["[": 1], .unsupportedKey, at: "["),
        RefusedByFramework(.rack, ["a": .set(["x"])], .misread, at: "a"),
        RefusedByFramework(.rack, ["a": []], .emptyCollection, at: "a"),
        RefusedByFramework(.rack, ["a": [:]], .emptyCollection, at: "a"),
        RefusedByFramework(.rack, ["": 1], .unsupportedKey, at: ""),
        RefusedByFramework(.rack, ["a": ["": 1]], .unsupportedKey, at: "a[]"),
        RefusedByFramework(.rack, ["a": ["b]": 1]], .unsupportedKey, at: "a[b]]"),
        RefusedByFramework(.rack, ["[": 1], .unsupportedKey, at: "["),
        RefusedByFramework(.qs, ["a": .set(["x"])], .misread, at: "a"),
        RefusedByFramework(.qs, ["a": []], .emptyCollection, at: "a"),
        RefusedByFramework(.qs, ["a": [:]], .emptyCollection, at: "a"),
        RefusedByFramework(.qs, ["a": nil], .nullRefused, at: "a"),
        RefusedByFramework(.qs, ["a": ["x", nil]], .nullRefused, at: "a[1]"),
        RefusedByFramework(.qs, ["": 1], .unsupportedKey, at: ""),
        RefusedByFramework(.qs, ["a": ["": 1]], .unsupportedKey, at: "a[]"),
        RefusedByFramework(.qs, ["a": ["b]": 1]], .unsupportedKey, at: "a[b]]"),
        RefusedByFramework(.flat, ["a": .set(["x"])], .misread, at: "a"),
        RefusedByFramework(.flat, ["a": []], .emptyCollection, at: "a"),
        RefusedByFramework(.flat, ["a": [:]], .emptyCollection, at: "a"),
        RefusedByFramework(.flat, ["a": nil], .nullRefused, at: "a"),
        RefusedByFramework(.flat, ["a": ["x", nil]], .nullRefused, at: "a[1]"),
    ]

    private static let php: [RefusedByFramework] = [
        RefusedByFramework(.php, ["a": 1, "b.c": 1], .unsupportedKey, at: "b.c"),
        RefusedByFramework(.php, ["b c": 1], .unsupportedKey, at: "b c"),
        RefusedByFramework(.php, ["a": ["b\u{0}": 1]], .unsupportedKey, at: "a[b\u{0}]"),
        RefusedByFramework(.php, ["a": ["\t": 1]], .unsupportedKey, at: "a[\t]"),
        RefusedByFramework(.php, ["a": ["__Host-b": 1]], .unsupportedKey, at: "a[__Host-b]"),
        RefusedByFramework(.php, ["a": ["b": ["1": 1, "0": 2]]], .misread, at: "a[b]"),
    ]

    private static let rack: [RefusedByFramework] = [
        RefusedByFramework(.rack, ["a": [["b": 1], ["c": 1]]], .misread, at: "a[1]"),
        RefusedByFramework(.rack, ["a": ["x", ["b": 1], ["b": 1], ["a": 1, "b": 2]]], .misread, at: "a[3]"),
        RefusedByFramework(.rack, ["a": [["b": ["c"]], ["b": ["c"]]]], .misread, at: "a[1]"),
        RefusedByFramework(.rack, ["a": [["b": ["c": 1]], ["b": ["d": 1]]]], .misread, at: "a[1]"),
    ]

    private static let rails: [RefusedByFramework] = [
        RefusedByFramework(.rails, ["a": .set(["x"])], .misread, at: "a"),
        RefusedByFramework(.rails, ["a": [:]], .emptyCollection, at: "a"),
        RefusedByFramework(.rails, ["a": [["x": 1], [:]]], .emptyCollection, at: "a[1]"),
        RefusedByFramework(.rails, ["a": [[]]], .emptyCollection, at: "a[0]"),
        RefusedByFramework(.rails, ["a": ["x", nil]], .nullRefused, at: "a[1]"),
        RefusedByFramework(.rails, ["a": ["b": [nil]]], .nullRefused, at: "a[b][0]"),
        RefusedByFramework(.rails, ["a": [["b": []], ["b": []]]], .misread, at: "a[1]"),
    ]

    private static let qs: [RefusedByFramework] = [
        RefusedByFramework(.qs, ["a": ["toString": 1]], .unsupportedKey, at: "a[toString]"),
        RefusedByFramework(.qs, ["valueOf": 1], .unsupportedKey, at: "valueOf"),
        RefusedByFramework(.qs, ["a": ["b": ["20": 1, "3": 2]]], .misread, at: "a[b]"),
        RefusedByFramework(.qs, ["a": .array(Array(repeating: "x", count: 22))], .beyondLimits, at: "a"),
    ]

    private static let flat: [RefusedByFramework] = [
        RefusedByFramework(.flat, ["a": ["b": 1]], .misread, at: "a"),
        RefusedByFramework(.flat, ["a": [["b"]]], .misread, at: "a[0]"),
        RefusedByFramework(.flat, ["a": ["b", ["c": 1]]], .misread, at: "a[1]"),
    ]

    /// Parameters that resemble some of these, but are read back unchanged.
    static let counterparts: [(dialect: QueryDialect, parameters: ParameterValue)] = {
        let php: [ParameterValue] = [
            ["0": "a", "1": "b"],
            ["a": ["1": "x", "2": "y"]],
            ["a": ["b.c d": "x"]],
            ["a": [["b"], "c", ["d": ["e"]]]],
        ]
        let rack: [ParameterValue] = [
            ["a": [["b": "1"], ["b": "2", "c": ["x", "y"]]]],
            ["a": nil, "b": [nil, "x"], "c": [["d": nil], "x", ["e": "y"], ["e": nil]]],
            ["a": [["b": ["c": "1", "d": "2"]], ["b": ["c": "3"]]]],
            ["a.b c": ["d.e": "x"]], ["a\n": ["b\n": ["c"]]], ["a": [["b"]]], ["a": [["b\n": "1"]]],
        ]
        let rails: [ParameterValue] = [
            ["a": [], "b": nil, "c": [["d": nil, "e": []], ["d": "x"]], "f": ["g": []]]
        ]
        let qs: [ParameterValue] = [
            ["0": "a", "20": "b"], ["[": "1"], ["a": .array(Array(repeating: "x", count: 21))],
            ["a": ["21": "x", "-1": "y", "01": "z"]],
            ["a": ["x", ["y"], "z", [["w"]]]], ["a": ["0": "x", "b": "y"], "b": ["1": ["z"], "~": "w"]],
        ]
        return php.map { (.php, $0) } + rack.map { (.rack, $0) } + rails.map { (.rails, $0) } + qs.map { (.qs, $0) }
    }()
}

import Foundation

/// The shapes of documents that may cost a reader much for a byte.
package enum DocumentShapes {
    package typealias Shape = (name: String, make: @Sendable (_ parts: Int) -> [String: Any])

    /// The depth of the deep shapes.
    private static let depth = 100

    /// The shapes, each made of about a number of parts.
    package static let all: [Shape] = [
        ("zeros", { ["a": Array(repeating: 0, count: $0)] }),
        ("doubles", { ["a": (0..<$0).map { Double($0) + 0.5 }] }),
        ("long integers", { ["a": (0..<$0).map { 1_234_567_890_123_456_789 + $0 }] }),
        ("long doubles", { ["a": (1...$0).map { 1 / Double($0) }] }),
        ("Booleans", { ["a": Array(repeating: true, count: $0)] }),
        ("empty texts", { ["a": Array(repeating: "", count: $0)] }),
        ("texts", { ["a": (0..<$0).map { "a text of 24 bytes \($0)" }] }),
        ("escapes", { ["a": Array(repeating: "\n\"<&", count: $0)] }),
        ("empty arrays", { ["a": Array(repeating: [Any](), count: $0)] }),
        ("empty dictionaries", { ["a": Array(repeating: [String: Any](), count: $0)] }),
        ("arrays of one", { ["a": Array(repeating: [0], count: $0)] }),
        ("dictionaries of one", { ["a": Array(repeating: ["": 0], count: $0)] }),
        ("dictionaries of 33", { ["a": Array(repeating: members(33) { "\($0)" }, count: 1 + $0 / 33)] }),
        ("members", { members($0) { "\($0)" } }),
        ("long keys", { members($0) { "a key of 24 bytes \($0)" } }),
        ("decomposed keys", { members($0) { "e\u{301}\($0)" } }),
        ("marks in keys", { members(1 + $0 / 400) { "\($0)" + String(repeating: "\u{301}\u{316}", count: 500) } }),
        ("deep leaves", { nested(Array(repeating: 0, count: $0)) { [$0] } }),
        ("leaves in deep dictionaries", { nested(Array(repeating: "", count: $0)) { ["a": $0] } }),
        ("deep arrays", { ["a": Array(repeating: nested([Any]()) { [$0] }["a"] ?? 0, count: 1 + $0 / depth)] }),
    ]

    private static func members(_ count: Int, _ key: (Int) -> String) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { (key($0), 0) })
    }

    private static func nested(_ value: Any, _ wrap: (Any) -> Any) -> [String: Any] {
        ["a": (2..<depth).reduce(value) { value, _ in wrap(value) }]
    }
}

/// A caller's model of anything, which tries each kind in turn and ignores the errors.
package enum TryingModel: Decodable {
    case null, bool(Bool), integer(Int), double(Double), text(String), array([TryingModel])
    case members([String: TryingModel])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([TryingModel].self) {
            self = .array(value)
        } else {
            self = .members(try container.decode([String: TryingModel].self))
        }
    }
}

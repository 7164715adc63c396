import Testing
import URLSerialization

/// The reading of a query by a real parser.
enum RealOutcome {
    case value(ParameterValue)
    /// A reading of text that is not UTF-8.
    case bytes
    case error(String)

    /// A program's answer: see `.ci/stacks/install`.
    init(line: Data) throws {
        let object = try JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)
        if let error = (object as? [String: Any])?["error"] as? String {
            self = .error(error)
        } else if let value = try Self.value(of: object) {
            self = .value(value)
        } else {
            self = .bytes
        }
    }

    /// Returns the value in the programs' notation, or `nil` if some text in it is not UTF-8.
    private static func value(of object: Any) throws -> ParameterValue? {
        switch object {
        case let text as String: return .string(text)
        case is NSNull: return .null
        case let flag as Bool: return .bool(flag)
        case let form as [Any]:
            let content = form.dropFirst()
            if form.first as? String == "list" {
                let elements = try content.map { try value(of: $0) }
                return elements.contains { $0 == nil } ? nil : .array(elements.compactMap(\.self))
            }
            var entries: [ParameterDictionary.Element] = []
            for entry in content {
                let pair = try #require(entry as? [Any])
                guard case .string(let key)? = try value(of: pair[0]), let value = try value(of: pair[1]) else {
                    return nil
                }
                entries.append((key, value))
            }
            return .dictionary(ParameterDictionary(entries))
        default: return nil
        }
    }

    /// Returns the difference from the outcome of this package's parser, or `nil` if there is none.
    func difference(from ours: Result<ParameterValue, any Error>) -> String? {
        switch (self, ours) {
        case (.value(let theirs), .success(let ours)):
            Self.text(of: theirs) == Self.text(of: ours) ? nil : "\(Self.text(of: ours)), not \(Self.text(of: theirs))"
        case (.bytes, .failure(let error as QueryParsingError)) where error.code == .notUTF8: nil
        case (.error(let name), .failure(let error as QueryParsingError))
        where Self.codes[name]?.contains(error.code) == true:
            nil
        case (.value(let theirs), .failure(let error as QueryParsingError)):
            // qs makes a key of the brackets beyond its depth.
            error.code == .tooDeep && error.key?.count(where: { $0 == "]" }) ?? 0 > QueryDialect.qs.limits.depth
                ? nil : "\(error), not \(Self.text(of: theirs))"
        default: "\(ours), not \(self)"
        }
    }

    private static let codes: [String: Set<QueryParsingError.Code>] = [
        "InvalidParameterError": [.invalidPercentEncoding, .notUTF8], "ParameterTypeError": [.conflictingTypes],
        "UnicodeDecodeError": [.notUTF8], "ParseQueryError": [.semicolon, .invalidPercentEncoding],
        "TooManyFieldsSent": [.tooManyPairs],
        "QueryLimitError": [.tooDeep, .tooManyPairs, .keySpaceExceeded, .tooManyBytes],
    ]

    /// Returns a text that is equal only for equal trees in the same order.
    static func text(of value: ParameterValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .string(let text): quoted(text)
        case .array(let elements): "[" + elements.map(text(of:)).joined(separator: ", ") + "]"
        case .dictionary(let entries):
            "{" + entries.map { "\(quoted($0.key)): \(text(of: $0.value))" }.joined(separator: ", ") + "}"
        default: "\(value)"
        }
    }

    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\", "'": "\\\(scalar)"
            case "\n": "\\n"
            case "\0": "\\0"
            case " "..."~": String(scalar)
            default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return "\"" + scalars.joined() + "\""
    }
}

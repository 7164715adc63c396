import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

/// A server framework, run with its defaults as a program that `.ci/stacks/install` made.
enum RealServerStack: String, CaseIterable, Sendable {
    case php, symfony, laravel, wordpress, rails, sinatra, express4, express, go, django, django3, flask, flask2,
        fastapi
    case fastapi092 = "fastapi0.92"
    case servlet, spring, gin, echo

    /// The name of the server whose readings are compared with the program's.
    var server: String { self == .django3 ? "django" : rawValue }

    /// A request's parameters in a part of it.
    struct Request: Sendable, CustomTestStringConvertible {
        let part: QueryServer.Part
        let text: String
        /// The value of JSON.
        var value = ParameterValue.null

        init(_ part: QueryServer.Part, _ text: String) {
            (self.part, self.text) = (part, text)
        }

        init(json value: ParameterValue) throws {
            var request = URLRequest(url: try "https://a.b/".asURL())
            request.httpMethod = "POST"
            let body = try JSONRequestSerializer().serialize(request, with: ["value": value] as ParameterValue).httpBody
            // The serializer writes dictionaries and arrays; the value stands behind `{"value":`.
            text = String(decoding: try #require(body).dropFirst(9).dropLast(), as: UTF8.self)
            (part, self.value) = (.json, value)
        }

        var testDescription: String { "\(part) \(text.prefix(100))" }
    }

    /// The folder of the programs; `nil` to run the tests without them.
    static let folder = ProcessInfo.processInfo.environment["SERVER_STACKS"]

    /// The programs in the folder: those in Java may be missing.
    static let installed = allCases.filter {
        FileManager.default.fileExists(atPath: "\(folder ?? "")/\($0.rawValue)")
    }

    /// Returns the versions of the installed packages, without what Debian adds, from lines such as `php-cli⇥2:8.2+93`
    /// and `wordpress_6.1.9+dfsg1-0+deb12u1_all.deb`.
    static func versions() throws -> [String: String] {
        let folder = URL(fileURLWithPath: try #require(folder), isDirectory: true)
        let text = try String(contentsOf: folder.appendingPathComponent("versions"), encoding: .utf8)
        let lines = text.matches(of: /(?:^|\n)([a-z0-9-]+)(?::[a-z0-9]+)?[\t_](?:[0-9]+:)?([0-9.]+)/)
        return Dictionary(lines.map { (String($0.1), String($0.2)) }) { first, _ in first }
    }

    /// Returns what the framework's application has of requests: a text as of ``text(of:)-1f``, or a status.
    func read(_ requests: [Request]) throws -> [String] {
        try Self.answers(of: rawValue, to: requests.map { "\($0.part) \($0.text.hexadecimalBytes)" })
    }

    /// Returns what a program answers to lines.
    static func answers(of program: String, to lines: [String]) throws -> [String] {
        let folder = URL(fileURLWithPath: try #require(Self.folder), isDirectory: true)
        return try Program.answers(of: folder.appendingPathComponent(program).path, to: lines).map {
            text(of: try JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed))
        }
    }

    /// Returns a text of an answer, or of an object in one, that is equal only for equal trees. Entries are sorted.
    private static func text(of answer: Any) -> String {
        switch answer {
        case let text as String: return quoted(text)
        case is NSNull: return "null"
        case let object as [String: Any]:
            return (object["status"] as? Int).map(String.init) ?? quoted(escaped(object["bytes"] as? String ?? ""))
        case let list as [Any] where list.first as? String == "number": return "\(list[1])"
        case let list as [Any] where list.first as? String == "list":
            return "[" + list.dropFirst().map(text(of:)).joined(separator: ", ") + "]"
        case let list as [Any]:
            let entries = list.dropFirst().compactMap { $0 as? [Any] }.map { "\(text(of: $0[0])): \(text(of: $0[1]))" }
            return "{" + entries.sorted().joined(separator: ", ") + "}"
        case let flag as Bool: return "\(flag)"
        default: return "\(answer)"
        }
    }

    /// Returns the text of a value in the same notation.
    static func text(of value: ParameterValue) -> String {
        switch value {
        case .null: "null"
        case .string(let text): quoted(text)
        case .decimal(let number): "\(number)"
        case .array(let elements): "[" + elements.map(text(of:)).joined(separator: ", ") + "]"
        case .dictionary(let entries):
            "{" + entries.map { "\(quoted($0.key)): \(text(of: $0.value))" }.sorted().joined(separator: ", ")
                + "}"
        default: "\(value)"
        }
    }

    /// Returns the text of bytes, given as digits, in which those that are not UTF-8 are escaped.
    private static func escaped(_ digits: String) -> String {
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(digits.dropFirst($0).prefix(2), radix: 16)
        }
        var (text, rest) = ("", bytes[...])
        while !rest.isEmpty {
            let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self)?.unicodeScalars.count == 1 }
            text +=
                length.map { String(decoding: rest.prefix($0), as: UTF8.self) }
                ?? String(format: "\\x%02X", rest.first ?? 0)
            rest = rest.dropFirst(length ?? 1)
        }
        return text
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0 == "\0" ? "\\0" : String($0) }
        return "\"\(escaped.joined())\""
    }
}

extension QueryServer {
    /// Returns the reading of a request in the same notation: a tree, a status, or `error` for an error that the
    /// application answers.
    func outcome(of request: RealServerStack.Request) -> String {
        let result: Result<ParameterValue, ServerReading.Refusal>
        if request.part == .json {
            do throws(ServerReading.Refusal) {
                let byteCount = request.text.utf8.count
                result = .success(try self[.json].reading(ofJSON: request.value, byteCount: byteCount))
            } catch {
                result = .failure(error)
            }
        } else {
            result = ServerReading(of: request.text, in: request.part, by: self).result
        }
        switch result {
        case .success(let parameters): return RealServerStack.text(of: parameters)
        case .failure(let refusal) where refusal.isByServer: return refusal.status.map(String.init) ?? "error"
        case .failure: return "bytes"
        }
    }
}

import URLSerialization

/// A server's reader of a query, a form or a JSON body: a parser, and the framework's steps before and after it.
///
/// | server | request | parameters |
/// |---|---|---|
/// | Laravel | the query `a=+x+&b=` | `a`: `x`; `b`: null |
/// | WordPress | the query `a=O'Neil` | `a`: `O\'Neil` |
/// | Rails | the JSON `[1, null]` | `_json`: `1`, in a list |
/// | Sinatra | the form `a=1;b=2` | `a`: `1;b=2` |
/// | FastAPI | the form `a=1;b=2&c=3;d` | `a`: `1;b=2`; `c`: `3` |
struct ServerReader: Sendable, Hashable {
    /// A step of the framework in addition to the parser.
    enum Rule {
        /// Only `&` separates pairs, whereas in a query `;` does as well: Rack's forms.
        case separatesByAmpersand
        /// Pairs that the parser refuses are left out: Tomcat, Echo's queries.
        case skipsRefusedPairs
        /// A query with brackets or other characters that a URL cannot have is refused: Tomcat.
        case refusesUnescaped
        /// `a[]` is another name of `a`: Spring 5.3.
        case dropsEmptyBrackets
        /// `a.b` is another name of `a[b]`: Koa's forms.
        case nestsDots
        /// Pairs are found as python-multipart 0.0.5 finds them: Starlette's forms.
        case separatesAsPythonMultipart
        /// The names that every JavaScript object has are keys: `allowPrototypes` of qs.
        case allowsPrototypes
        /// Arrays have as many elements as the form has pairs, and at least 100: body-parser.
        case fitsArrays
        /// The excess that the parser would ignore is refused.
        case refusesExcess
        /// Values that are not UTF-8 are refused, not only keys.
        case refusesBytes
        /// Bytes that are not UTF-8 stay escaped: Werkzeug.
        case keepsEscapes

        /// Brackets in brackets belong to a key, and a text next to a dictionary makes a list: qs 6.15.2.
        case isQS615
        /// An array of more than 20 elements is an object: qs 6.14.2.
        case limitsArrays
        /// White space around texts is removed, except for passwords: Laravel's `TrimStrings`.
        case trims
        /// Any white space of Unicode counts as such, and so does what is invisible: Laravel 11.
        case trimsUnicode
        /// Empty texts become null: Laravel's `ConvertEmptyStringsToNull`.
        case nullsEmptyTexts
        /// A `\` is inserted before quotation marks, `\` and NUL: WordPress's `wp_magic_quotes`.
        case addsSlashes
        /// Arrays lose their nulls: Rails's deep munge.
        case removesNulls
        /// A root other than a dictionary is the value of the key `_json`: Rails.
        case wrapsRoot
        /// A root that is neither a dictionary nor an array is refused: Express's `strict`, Symfony's `toArray`.
        case refusesScalars
        /// A root that is neither a dictionary nor an array becomes an array, empty for null: Laravel.
        case castsRoot
        /// Integers are doubles: JavaScript.
        case roundsIntegers
        /// A dictionary with the keys 0, 1, 2… in order, or without keys, is an array: PHP.
        case hasPHPArrays
    }

    let dialect: QueryDialect
    let part: QueryPart
    var limits: QueryLimits
    var rules: Set<Rule> = []
    /// The server's status codes for refusals; the application decides on others.
    var statuses: [QueryParsingError.Code: Int] = [:]

    /// Creates a reader that is only a parser.
    init(_ dialect: QueryDialect, in part: QueryServer.Part = .query) {
        (self.dialect, self.part) = (dialect, part == .form ? .form : .query)
        limits = dialect.limits(in: self.part)
        if part == .json { limits.bytes = nil }
    }

    /// Reads a query or a form.
    ///
    /// - Throws: ``QueryParsingError`` for a query that the server refuses, and for text that is not UTF-8.
    func reading(of text: String) throws -> (parameters: ParameterValue, excesses: [QueryExcess]) {
        var (text, limits) = (text, limits)
        if rules.contains(.separatesByAmpersand) { text = text.splitByte(";").joined(separator: "%3B") }
        if rules.contains(.separatesAsPythonMultipart) { text = Self.pairsOfPythonMultipart(text) }
        if rules.contains(.refusesUnescaped), text.utf8.contains(where: Self.mustBeEscaped) {
            throw ServerReading.Refusal("Brackets and other characters must be escaped.", status: 400)
        }
        if rules.contains(.skipsRefusedPairs) { text = readablePairs(of: text) }
        if rules.contains(.dropsEmptyBrackets) {
            text = text.replacing(/(\[|%5B)(\]|%5D)(?==|&|$)/.ignoresCase(), with: "")
        }
        if rules.contains(.nestsDots) {
            let name = /(?:\.|%2E)((?:(?!\.|\[|%2E|%5B).)+)/.ignoresCase()
            text = text.replacing(/(?:^|&)[^=&]*/) { $0.output.replacing(name) { "[\($0.output.1)]" } }
        }
        if rules.contains(.fitsArrays) {
            limits.elements = max(limits.elements ?? 100, text.utf8.count { $0 == UInt8(ascii: "&") })
        }
        var parser = QueryParser(style: dialect, in: part, limits: limits)
        if rules.contains(.allowsPrototypes) { parser.allowsPrototypes = true }
        parser.isQS615 = rules.contains(.isQS615)
        if !rules.contains(.refusesBytes) { parser.invalidText = .replaced }
        // PHP, Ruby and Go keep bytes.
        let keepsBytes = [.php, .rack, .rails, .go].contains(dialect.parser)
        parser.bytePrefix = keepsBytes ? "\\x" : rules.contains(.keepsEscapes) ? "%" : nil
        let (parameters, excesses) =
            rules.contains(.refusesExcess) ? (try parser.parse(text), []) : try parser.reading(of: text)
        return (applied(to: parameters), excesses)
    }

    /// Reads a JSON body, given its value and its length in bytes.
    func reading(ofJSON value: ParameterValue, byteCount: Int) throws(ServerReading.Refusal) -> ParameterValue {
        if let limit = limits.bytes, byteCount > limit {
            let text = "The body has \(byteCount) bytes, more than the \(limit) that are allowed."
            throw ServerReading.Refusal(text, status: statuses[.tooManyBytes])
        }
        if value.dictionary == nil, rules.contains(.wrapsRoot) { return ["_json": applied(to: value)] }
        guard value.dictionary == nil, value.array == nil else { return applied(to: value) }
        if rules.contains(.refusesScalars) {
            throw ServerReading.Refusal("The JSON is neither an object nor an array.", status: 400)
        }
        return applied(to: rules.contains(.castsRoot) ? .array(value == .null ? [] : [value]) : value)
    }

    /// Returns the payload's leaves as the application's code has them of a JSON body; `nil` if the body is refused.
    func outcomes(ofJSON payload: Payload) -> [Outcome]? {
        guard let body = try? Sender.json.send(payload, URLRequest(Comparison.exampleURL, method: "POST")).httpBody,
            let value = try? payload.value.get(),
            let read = try? reading(ofJSON: value, byteCount: body.count)
        else { return nil }
        // A root other than a dictionary counts as in its place.
        let root = value.dictionary != nil ? read : read["_json"] ?? (value.array == nil ? read[0] : nil) ?? read
        return ServerMatch.outcomes(of: payload.leaves, in: root)
    }

    /// Returns a form of the pairs that python-multipart finds. It looks for a `;` only if no `&` follows, skips either
    /// before a pair, and does not report a last key without `=`.
    private static func pairsOfPythonMultipart(_ form: String) -> String {
        var pairs = form.splitByte("&")
        let last = pairs.removeLast().splitByte(";")
        pairs = pairs.map { Substring($0.utf8.drop { $0 == UInt8(ascii: ";") }) }
        pairs += last.dropLast() + last.suffix(1).filter { $0.utf8.contains(UInt8(ascii: "=")) }
        return pairs.filter { !$0.isEmpty }.joined(separator: "&")
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        !(0x21...0x7E).contains(byte) || "\"<>[\\]^`{|}".utf8.contains(byte)
    }

    /// Returns a query without the pairs that the server leaves out: those with a wrong escape, in Go those with a `;`,
    /// in Java those without a key and those beyond the limit.
    private func readablePairs(of query: String) -> String {
        let pairs = query.splitByte("&").filter { pair in
            let isRefused = dialect == .go ? pair.utf8.contains(UInt8(ascii: ";")) : pair.hasPrefix("=")
            return !isRefused
                && pair.splitByte("%").dropFirst().allSatisfy {
                    $0.unicodeScalars.prefix(2).count(where: \.properties.isASCIIHexDigit) == 2
                }
        }
        return pairs.prefix(dialect == .flat ? limits.pairs : .max).joined(separator: "&")
    }

    // MARK: - Values

    private static let spaces = CharacterSet(charactersIn: " \t\n\r\u{B}\0")
    /// White space and the characters that Laravel knows as invisible.
    private static let blanks = [
        0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180E...0x180E, 0x200B...0x200F,
        0x2060...0x2065, 0x206A...0x206F, 0x2800...0x2800, 0x3164...0x3164, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0,
        0x1D159...0x1D159, 0x1D173...0x1D17A, 0xE0020...0xE0020,
    ].reduce(into: spaces.union(.whitespacesAndNewlines)) { set, codes in
        for scalar in codes.compactMap({ Unicode.Scalar(UInt32($0)) }) { set.insert(scalar) }
    }
    private static let untrimmedKeys = ["current_password", "password", "password_confirmation"]

    /// Returns a value after the rules have been applied; `key` is the key of a value directly in the root.
    private func applied(to value: ParameterValue, key: String? = nil, isRoot: Bool = true) -> ParameterValue {
        if let text = value.string { return applied(to: text, key) }
        if rules.contains(.roundsIntegers), let rounded = Self.rounded(value) { return rounded }
        let value = value.replacingChildren { applied(to: $1, key: isRoot ? $0.key : nil, isRoot: false) }
        if let elements = value.array, rules.contains(.removesNulls) { return .array(elements.filter { $0 != .null }) }
        if let elements = value.array, elements.count > 20, rules.contains(.limitsArrays) {
            return .dictionary(ParameterDictionary(elements.enumerated().map { ("\($0)", $1) }))
        }
        guard rules.contains(.hasPHPArrays), let entries = value.dictionary,
            entries.enumerated().allSatisfy({ $0.element.key == String($0.offset) })
        else { return value }
        return .array(entries.values)
    }

    /// Returns the shortest digits of the double nearest to an integer; `nil` for another value.
    private static func rounded(_ value: ParameterValue) -> ParameterValue? {
        let number: Double
        switch value {
        case .int(let integer): number = Double(integer)
        case .uint(let integer): number = Double(integer)
        default: return nil
        }
        let digits = Decimal(string: "\(number)")?.description ?? ""
        return Int64(digits).map(ParameterValue.int) ?? Decimal(string: digits).map(ParameterValue.decimal)
    }

    private func applied(to text: String, _ key: String?) -> ParameterValue {
        let isTrimmed = rules.contains(.trims) && !Self.untrimmedKeys.contains(key ?? "")
        let trimmed = rules.contains(.trimsUnicode) ? Self.blanks : Self.spaces
        let text = isTrimmed ? text.trimmingCharacters(in: trimmed) : text
        if rules.contains(.nullsEmptyTexts), text.isEmpty { return .null }
        guard rules.contains(.addsSlashes) else { return .string(text) }
        // Scalars, not characters, because a combining mark may follow a quotation mark.
        let special = /['"\0]|\\(?!x[0-9A-F]{2})/.matchingSemantics(.unicodeScalar)
        return .string(text.replacing(special) { "\\" + ($0.output == "\0" ? "0" : $0.output) })
    }
}

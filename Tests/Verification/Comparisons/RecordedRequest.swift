import URLSerialization

/// The line and the query string of a recorded request.
struct RecordedRequest {
    private let vector: Vector
    private let rules: ComparisonRules
    /// The pairs of the query string, if the original library leaves their order open.
    private let pairs: [String]?
    private let isInURL: Bool
    private let numbers: WholeNumberTexts?

    init(_ vector: Vector, _ rules: ComparisonRules) throws {
        (self.vector, self.rules) = (vector, rules)
        let isUnordered = try vector.operation == "alamofire-urlencoding" && vector.input.bool("unordered")
        pairs = isUnordered ? try vector.expectation.texts("pairs") : nil
        guard !isUnordered || pairs != nil else { throw VectorError("'pairs' is missing") }
        let isInURL = try vector.expectation.choice("in", "place", of: ["url": true, "body": false])
        guard !isUnordered || isInURL != nil else { throw VectorError("'in' is missing") }
        self.isInURL = isInURL != false
        let differsOnApple = try vector.input.bool("appleDiffers")
        numbers = differsOnApple ? WholeNumberTexts(of: try vector.input.typedValue("parameters")) : nil
    }

    func method() throws -> String {
        // No encoding of Alamofire's changes the method, so their vectors do not record it.
        vector.isFromAlamofire
            ? try vector.input.originalRequest().httpMethod ?? "" : try vector.expectation.text("method")
    }

    /// Returns the URL, with its query moved before the fragment if the vector is marked so.
    func url() throws -> String {
        if let pairs {
            let url = try vector.expectation.text("urlBefore")
            return isInURL && !pairs.isEmpty ? Self.adding(pairs.joined(separator: "&")[...], to: url) : url
        }
        let url = try vector.expectation.text("url")
        guard rules.difference == .fragment, !vector.isFromAlamofire else { return url }
        let given = try vector.input.text("url")
        guard given.contains("#"), url.hasPrefix(given) else {
            throw VectorError("marked 'fragment', but no query stands after a fragment")
        }
        let query = url.dropFirst(given.count).dropFirst()
        return query.isEmpty ? given : Self.adding(query, to: given)
    }

    /// Returns the body; `nil` for none.
    func body() throws -> Data? {
        guard let pairs else { return try vector.expectation.optionalData("body") }
        return isInURL ? nil : Data(pairs.joined(separator: "&").utf8)
    }

    private static func adding(_ query: Substring, to url: String) -> String {
        let parts = parts(of: url)
        return parts.start + (parts.query.map { "?\($0)&" } ?? "?") + query + parts.fragment
    }

    private static func parts(of url: String) -> (start: String, query: String?, fragment: String) {
        let hash = url.firstIndex(of: "#") ?? url.endIndex
        let parts = url[..<hash].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil, String(url[hash...]))
    }

    // MARK: - What is open

    /// Whether there are several right query strings.
    private var isOpen: Bool {
        pairs != nil || numbers != nil || rules.isAnyOrderRight || rules.contains(.byteOrderMark)
    }

    /// Returns a URL in the form that is equal for all right ones.
    func normalized(url: String, isRecorded: Bool) throws -> String {
        let parts = Self.parts(of: url)
        guard isOpen, let query = parts.query else { return url }
        // The pairs of the original URL are the first, and not open.
        let original = vector.isFromAlamofire ? try vector.input.originalRequest().url?.absoluteString : nil
        let originalQuery = original.flatMap { Self.parts(of: $0).query }
        let fixedCount = originalQuery?.split(separator: "&", omittingEmptySubsequences: false).count ?? 0
        return parts.start + "?" + normalized(query, isRecorded: isRecorded, fixedCount: fixedCount) + parts.fragment
    }

    /// Returns a body of a query string in the form that is equal for all right ones.
    func normalized(body: Data, isRecorded: Bool) -> Data {
        isOpen ? Data(normalized(String(decoding: body, as: UTF8.self), isRecorded: isRecorded).utf8) : body
    }

    private func normalized(_ query: String, isRecorded: Bool, fixedCount: Int = 0) -> String {
        rules.normalized(query, isUnordered: pairs != nil, fixedCount: fixedCount) { pair in
            numbers?.spelling(of: pair, isRecorded: isRecorded) ?? pair
        }
    }
}

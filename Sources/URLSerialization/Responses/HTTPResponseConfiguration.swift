/// The responses that an HTTP response serializer accepts.
///
/// ```swift
/// var serializer = JSONResponseSerializer()
/// serializer.configuration.accept(statusCodes: 404...410)
/// serializer.configuration.acceptableContentTypes?.insert("text/html")
/// serializer.configuration.acceptableSuffixes = ["json"]
/// ```
public struct HTTPResponseConfiguration: Hashable, Sendable {
    /// The status codes that are not an error, by default 200 to 299; `nil` accepts all.
    public var acceptableStatusCodes: IndexSet? = IndexSet(integersIn: 200..<300)

    /// The media types whose bodies are decoded; `nil` accepts all, an empty set none.
    ///
    /// As in AFNetworking, the response's type is lower-cased, stripped of its parameters and looked up in the set, so
    /// an entry with a capital letter never matches.
    ///
    /// An entry that begins with a plus is a structured syntax suffix (RFC 6839): with `+json`, `application/hal+json`
    /// is acceptable.
    public var acceptableContentTypes: Set<String>?

    /// The structured syntax suffixes (RFC 6839) that are acceptable in addition to ``acceptableContentTypes``: with
    /// `json`, `application/hal+json` is acceptable. Case and a leading plus do not matter. By default there are none,
    /// as in AFNetworking.
    public var acceptableSuffixes: Set<String> = []

    /// The number of bytes beyond which a body of any type is not decoded; `nil`, the default, for no limit.
    ///
    /// A malformed body of 4 MiB or more is refused before objects are made from it. The objects of a well-formed body
    /// may take sixteen times its size in memory, as for an array of single digits. It is a limit of decoding: limit
    /// what is received by `limitReceivedBytes(to:)` of a request, or by its session or manager.
    public var maximumBytes: Int?

    /// Creates a configuration. By default, status codes and sizes are AFNetworking's, and all content types are
    /// accepted.
    public init(
        acceptableStatusCodes: IndexSet? = IndexSet(integersIn: 200..<300),
        acceptableContentTypes: Set<String>? = nil,
        acceptableSuffixes: Set<String> = [],
        maximumBytes: Int? = nil
    ) {
        self.acceptableStatusCodes = acceptableStatusCodes
        self.acceptableContentTypes = acceptableContentTypes
        self.acceptableSuffixes = acceptableSuffixes
        self.maximumBytes = maximumBytes
    }

    /// Creates a configuration that accepts a range of status codes: `200..<300` or `200...299`.
    public init(
        acceptableStatusCodes: some RangeExpression<Int>, acceptableContentTypes: Set<String>? = nil,
        acceptableSuffixes: Set<String> = [], maximumBytes: Int? = nil
    ) {
        self.init(
            acceptableStatusCodes: IndexSet(statusCodes: acceptableStatusCodes),
            acceptableContentTypes: acceptableContentTypes, acceptableSuffixes: acceptableSuffixes,
            maximumBytes: maximumBytes)
    }
}

extension HTTPResponseConfiguration {
    /// Accepts the status codes of a range in addition to ``acceptableStatusCodes``, which may then have gaps.
    ///
    /// ```swift
    /// configuration.accept(statusCodes: 404...410)
    /// ```
    public mutating func accept(statusCodes range: some RangeExpression<Int>) {
        acceptableStatusCodes?.formUnion(IndexSet(statusCodes: range))
    }
}

extension IndexSet {
    /// Creates a set of the integers from 0 to 999 that are in a range. `IndexSet` itself traps on a negative one.
    fileprivate init(statusCodes range: some RangeExpression<Int>) { self.init((0..<1000).filter(range.contains)) }
}

extension HTTPResponseConfiguration {
    /// Throws the error of a response's status, content type or size (`validateResponse:data:error:`).
    ///
    /// - Throws: ``ResponseSerializationError``. If there are several problems, the error is about the status, with the
    ///   others as its causes.
    public func validate(_ response: URLResponse?, data: Data?) throws(ResponseSerializationError) {
        if let problem = problem(in: response, data: data) { throw problem }
    }

    /// Returns the error of the response, or `nil` if it is acceptable.
    ///
    /// Only an `HTTPURLResponse` is validated, and only one with a URL can be unacceptable. With an empty body an
    /// unacceptable content type is not an error, since servers answer a DELETE that way. If both are unacceptable, the
    /// error is about the status, with the content type's as its cause.
    func problem(in response: URLResponse?, data: Data?) -> ResponseSerializationError? {
        var problem: ResponseSerializationError?
        if let maximumBytes, let data, data.count > maximumBytes {
            problem = .tooLarge(response: response, data: data, maximumBytes: maximumBytes)
        } else if let response = response as? HTTPURLResponse, response.url != nil, let data, !data.isEmpty,
            !accepts(contentType: response.mediaType)
        {
            problem = .unacceptableContentType(response.mediaType, response: response, data: data)
        }
        guard let response = response as? HTTPURLResponse, response.url != nil, let acceptableStatusCodes,
            !acceptableStatusCodes.contains(response.statusCode)
        else { return problem }
        return .unacceptableStatusCode(response: response, data: data, over: problem)
    }

    /// Whether a media type in lower case, without parameters, is acceptable; `nil` for a response without one.
    package func accepts(contentType: String?) -> Bool {
        guard let acceptableContentTypes else { return true }
        guard let contentType else { return false }
        if acceptableContentTypes.contains(contentType) { return true }
        guard let plus = contentType.lastIndex(of: "+") else { return false }
        let suffix = contentType[contentType.index(after: plus)...]
        return acceptableContentTypes.contains("+" + suffix)
            || acceptableSuffixes.contains { $0.lowercased().drop { $0 == "+" } == suffix }
    }
}

extension HTTPURLResponse {
    /// The media type in lower case, without parameters and surrounding white space; `nil` if the response has none.
    package var mediaType: String? {
        guard let mimeType else { return nil }
        // Nearly all types are plain, and Foundation's trimming takes longer than the rest of the validation.
        let isPlain = mimeType.utf8.allSatisfy { (0x21...0x40).contains($0) || (0x5B...0x7E).contains($0) }
        return isPlain ? mimeType : mimeType.trimmingCharacters(in: .whitespaces).lowercased().unrepeated
    }
}

extension String {
    /// The value of a field, once if it is that of two equal fields, which Foundation joins.
    var unrepeated: String {
        let half = prefix(max(0, count / 2 - 1))
        return "\(half), \(half)" == self ? String(half) : self
    }
}

extension HTTPResponseConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case acceptableStatusCodes, acceptableContentTypes, acceptableSuffixes, maximumBytes
    }

    /// The first and the last of a range of status codes. Foundation's own archive of an `IndexSet` crashes the process
    /// when it is read with numbers that are not a range.
    private struct CodeRange: Codable {
        var first: Int
        var last: Int
    }

    /// Creates a configuration from an archive.
    ///
    /// - Throws: `DecodingError`, also for status codes that are not a range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let ranges = try container.decodeIfPresent([CodeRange].self, forKey: .acceptableStatusCodes)
        self.init(acceptableContentTypes: try container.decodeIfPresent(Set.self, forKey: .acceptableContentTypes))
        acceptableStatusCodes = try ranges?.reduce(into: IndexSet()) { codes, range in
            guard range.first >= 0, range.first <= range.last, range.last < Int.max - 1 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .acceptableStatusCodes, in: container,
                    debugDescription: "The status codes from \(range.first) to \(range.last) are not a range.")
            }
            codes.insert(integersIn: range.first...range.last)
        }
        acceptableSuffixes = try container.decode(Set.self, forKey: .acceptableSuffixes)
        maximumBytes = try container.decodeIfPresent(Int.self, forKey: .maximumBytes)
    }

    /// Archives every field. The elements of sets are sorted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let ranges = acceptableStatusCodes?.rangeView.map { CodeRange(first: $0.lowerBound, last: $0.upperBound - 1) }
        try container.encodeIfPresent(ranges, forKey: .acceptableStatusCodes)
        // Sorted, so that equal configurations have equal archives.
        try container.encodeIfPresent(acceptableContentTypes?.sorted(), forKey: .acceptableContentTypes)
        try container.encode(acceptableSuffixes.sorted(), forKey: .acceptableSuffixes)
        try container.encodeIfPresent(maximumBytes, forKey: .maximumBytes)
    }
}

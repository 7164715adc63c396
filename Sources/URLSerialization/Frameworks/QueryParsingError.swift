/// The error of a query that could not be read: the problem, its place, and the remedy.
public struct QueryParsingError: Error, Sendable {
    /// The kind of problem. More kinds may be added: switch over them with a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// More bytes than ``QueryLimits/bytes``.
        public static let tooManyBytes = Code("tooManyBytes")
        /// More pairs than ``QueryLimits/pairs``.
        public static let tooManyPairs = Code("tooManyPairs")
        /// A key nested deeper than ``QueryLimits/depth``.
        public static let tooDeep = Code("tooDeep")
        /// A dictionary whose keys together are longer than ``QueryLimits/keySpace``.
        public static let keySpaceExceeded = Code("keySpaceExceeded")
        /// A key or a value that is not UTF-8 after its escapes are decoded.
        public static let notUTF8 = Code("notUTF8")
        /// A `;`, which Go refuses.
        public static let semicolon = Code("semicolon")
        /// A `%` without two hexadecimal digits, which Rack and Go refuse.
        public static let invalidPercentEncoding = Code("invalidPercentEncoding")
        /// A key used as two of text, array and dictionary, which Rack refuses.
        public static let conflictingTypes = Code("conflictingTypes")

        /// The kind's name.
        public let description: String

        private init(_ description: String) { self.description = description }
    }

    /// The kind of problem.
    public let code: Code
    /// The offending key, with its escapes decoded and bytes that are not UTF-8 replaced; `nil` where there is none.
    public let key: String?
    /// The offset of the offending pair in the query's UTF-8, in bytes; `nil` where that is not known.
    public let offset: Int?
    /// The problem and its remedy, in a sentence or two.
    public let reason: String

    init(_ code: Code, key: String? = nil, offset: Int? = nil, reason: String) {
        self.code = code
        self.key = key
        self.offset = offset
        self.reason = reason
    }
}

extension QueryParsingError: CustomStringConvertible, LocalizedError {
    /// The place, the problem and its remedy.
    public var description: String {
        switch (key, offset) {
        case (let key?, let offset?): "Key \(Self.shortened(key)) at byte \(offset): \(reason)"
        case (let key?, nil): "Key \(Self.shortened(key)): \(reason)"
        case (nil, let offset?): "At byte \(offset): \(reason)"
        case (nil, nil): reason
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
    /// The same as ``reason``.
    public var failureReason: String? { reason }

    static func shortened(_ key: String) -> String {
        let start = key.unicodeScalars.prefix(100)
        let isWhole = start.endIndex == key.unicodeScalars.endIndex
        return String(start).debugDescription + (isWhole ? "" : "…")
    }
}

extension QueryParsingError {
    static func tooManyPairs(_ limit: Int, offset: Int) -> QueryParsingError {
        QueryParsingError(
            .tooManyPairs, offset: offset,
            reason: "The query has more than \(limit) pairs. Send fewer, or raise the limit here and on the server.")
    }

    static func tooDeep(_ limit: Int, key: some Sequence<UInt8>, offset: Int) -> QueryParsingError {
        QueryParsingError(
            .tooDeep, key: String(decoding: Array(key), as: UTF8.self), offset: offset,
            reason:
                "The key is nested deeper than \(limit) levels. Send it flatter, as JSON, or raise the limit here and "
                + "on the server.")
    }

    static func invalidPercentEncoding(_ reader: String, offset: Int) -> QueryParsingError {
        QueryParsingError(
            .invalidPercentEncoding, offset: offset,
            reason: "A % without two hexadecimal digits is refused by \(reader). Write it as %25.")
    }

    static func notUTF8(key: String?, offset: Int?) -> QueryParsingError {
        QueryParsingError(
            .notUTF8, key: key, offset: offset,
            reason: "The text is not UTF-8 once its escapes are decoded. Send it as UTF-8, and bytes as Base 64.")
    }
}

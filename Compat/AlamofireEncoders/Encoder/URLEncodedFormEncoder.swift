import URLSerialization

/// Encodes a model as a query string (Alamofire's `URLEncodedFormEncoder`).
public final class URLEncodedFormEncoder: Sendable {
    /// Whether pairs are sorted by their percent-encoded text, at every level.
    public let alphabetizeKeyValuePairs: Bool
    /// The keys of an array's elements.
    public let arrayEncoding: ArrayEncoding
    /// The text of a Boolean, by default `1` or `0`.
    public let boolEncoding: BoolEncoding
    /// The form of a `Data`, by default base 64.
    public let dataEncoding: DataEncoding
    /// The form of a `Date`, by default the seconds since 2001.
    public let dateEncoding: DateEncoding
    /// The transformation of a key path before it is percent-encoded.
    public let keyEncoding: KeyEncoding
    /// The form in which a nested key is appended to its path.
    public let keyPathEncoding: KeyPathEncoding
    /// The text of a null, which is left out by default.
    public let nilEncoding: NilEncoding
    /// The form of a space, by default `%20`.
    public let spaceEncoding: SpaceEncoding
    /// The characters that are not percent-encoded. Characters outside ASCII always are.
    public var allowedCharacters: CharacterSet {
        get { escaping.value.characters }
        set { escaping.withLock { $0 = (newValue, FormEscaper(allowed: newValue, space: spaceEncoding)) } }
    }

    private let escaping: Locked<(characters: CharacterSet, escaper: FormEscaper)>

    /// Creates an encoder. The defaults are Alamofire's.
    public init(
        alphabetizeKeyValuePairs: Bool = true, arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric, dataEncoding: DataEncoding = .base64,
        dateEncoding: DateEncoding = .deferredToDate, keyEncoding: KeyEncoding = .useDefaultKeys,
        keyPathEncoding: KeyPathEncoding = .brackets, nilEncoding: NilEncoding = .dropKey,
        spaceEncoding: SpaceEncoding = .percentEscaped, allowedCharacters: CharacterSet = .afURLQueryAllowed
    ) {
        self.alphabetizeKeyValuePairs = alphabetizeKeyValuePairs
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        self.dataEncoding = dataEncoding
        self.dateEncoding = dateEncoding
        self.keyEncoding = keyEncoding
        self.keyPathEncoding = keyPathEncoding
        self.nilEncoding = nilEncoding
        self.spaceEncoding = spaceEncoding
        escaping = Locked((allowedCharacters, FormEscaper(allowed: allowedCharacters, space: spaceEncoding)))
    }

    /// Returns the query string for a model.
    ///
    /// - Parameter value: A model that encodes itself into a keyed container; arrays and single values are refused.
    /// - Throws: ``Error/invalidRootObject(_:)`` for another model; the core's `RequestSerializationError` naming the
    ///   key path for a model nested deeper than 512, and for a date outside the years 1 to 9999 as
    ///   ``DateEncoding/iso8601``; the errors of the model's `encode(to:)` and of the strategies' closures.
    /// - Complexity: Linear in the length of the query string, except for sorting the pairs of each level.
    public func encode(_ value: any Encodable) throws -> String {
        String(decoding: try bytes(of: value), as: UTF8.self)
    }

    /// Returns the query string for a model as UTF-8.
    ///
    /// - Throws: The errors of the method that returns a string.
    public func encode(_ value: any Encodable) throws -> Data {
        Data(try bytes(of: value))
    }

    private func bytes(of value: any Encodable) throws -> [UInt8] {
        let escaper = escaping.value.escaper
        let encoding = FormEncoding(self, escaper: escaper)
        try encoding.encode(value, at: ModelTree.root)
        if let failure = encoding.failure { throw failure }
        guard encoding.tree.nodes[0].kind == .object || encoding.tree.nodes[0].kind == .empty else {
            throw Error.invalidRootObject("\(type(of: value))")
        }
        // The main thread has enough stack for 512 levels.
        return try LargeStack.run(ifDeeper: Thread.isMainThread ? 0 : encoding.tree.deepest) {
            var serializer = FormSerializer(encoding.tree, encoder: self, escaper: escaper)
            return serializer.serialize()
        }
    }

    /// Whether a key path can be percent-encoded as it grows.
    var growsEscaped: Bool {
        if case .custom = arrayEncoding { return false }
        guard case .useDefaultKeys = keyEncoding else { return false }
        return true
    }
}

extension URLEncodedFormEncoder.Error: LocalizedError {
    /// The problem, with the type of the model, and its remedy.
    public var errorDescription: String? {
        switch self {
        case .invalidRootObject(let type):
            "A query string needs text keys at the top, but \(type) encodes none. "
                + "Put it under a key, or send it as JSON."
        }
    }
}

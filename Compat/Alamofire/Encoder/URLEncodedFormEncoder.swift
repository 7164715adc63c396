import URLSerialization

/// Encodes a model as a query string (Alamofire's `URLEncodedFormEncoder`).
public final class URLEncodedFormEncoder: Sendable {
    /// Whether pairs are sorted by their percent-encoded text, at every level.
    public let alphabetizeKeyValuePairs: Bool
    /// How the keys of an array's elements are written.
    public let arrayEncoding: ArrayEncoding
    /// How a Boolean is written.
    public let boolEncoding: BoolEncoding
    /// How bytes are written.
    public let dataEncoding: DataEncoding
    /// How a date is written.
    public let dateEncoding: DateEncoding
    /// How a key path is changed before it is percent-encoded.
    public let keyEncoding: KeyEncoding
    /// How a nested key is appended to its path.
    public let keyPathEncoding: KeyPathEncoding
    /// How a null is written.
    public let nilEncoding: NilEncoding
    /// How a space is written.
    public let spaceEncoding: SpaceEncoding
    /// What is not percent-encoded. Characters beyond ASCII always are.
    public var allowedCharacters: CharacterSet {
        get { escaping.characters }
        set { escaping.set(newValue, escaper: FormEscaper(allowed: newValue, space: spaceEncoding)) }
    }

    private let escaping: FormEscaping

    /// An encoder; the defaults are Alamofire's.
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
        escaping = FormEscaping(
            allowedCharacters, escaper: FormEscaper(allowed: allowedCharacters, space: spaceEncoding))
    }

    /// The query string for a model.
    ///
    /// - Parameter value: What encodes itself into a keyed container; arrays and single values have no form.
    /// - Throws: ``Error/invalidRootObject(_:)`` for anything else at the top; the core's `RequestSerializationError` naming
    ///   the key path for a model nested deeper than 512 and for a date beyond the years 1 to 9999 as
    ///   ``DateEncoding/iso8601``; what the model's own `encode(to:)` and the strategies' closures throw.
    /// - Complexity: Linear in the length of the query string, but for sorting the pairs of each level.
    public func encode(_ value: any Encodable) throws -> String {
        String(decoding: try bytes(of: value), as: UTF8.self)
    }

    /// The query string for a model, as UTF-8.
    ///
    /// - Throws: As the other form.
    public func encode(_ value: any Encodable) throws -> Data {
        Data(try bytes(of: value))
    }

    private func bytes(of value: any Encodable) throws -> [UInt8] {
        let escaper = escaping.escaper
        let encoding = FormEncoding(self, escaper: escaper)
        try encoding.encode(value, at: FormTree.root)
        if let failure = encoding.failure { throw failure }
        guard encoding.tree.nodes[0].kind == .object || encoding.tree.nodes[0].kind == .empty else {
            throw Error.invalidRootObject("\(type(of: value))")
        }
        // The main thread has stack enough for 512 levels.
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

/// An encoder's allowed characters and what comes of them.
///
/// `@unchecked Sendable`: both are touched only under the lock.
private final class FormEscaping: @unchecked Sendable {
    private let lock = NSLock()
    private var current: (characters: CharacterSet, escaper: FormEscaper)

    init(_ characters: CharacterSet, escaper: FormEscaper) {
        current = (characters, escaper)
    }

    var characters: CharacterSet { lock.withLock { current.characters } }
    var escaper: FormEscaper { lock.withLock { current.escaper } }

    func set(_ characters: CharacterSet, escaper: FormEscaper) {
        lock.withLock { current = (characters, escaper) }
    }
}

extension URLEncodedFormEncoder.Error: LocalizedError {
    /// The problem and its remedy.
    public var errorDescription: String? {
        switch self {
        case .invalidRootObject(let type):
            "A query string is made of a model with keys at the top, which \(type) has not, or only such as are integers. Put "
                + "it under a key, or send it as JSON."
        }
    }
}

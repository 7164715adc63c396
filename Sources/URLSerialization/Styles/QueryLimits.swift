/// How much of a query a framework reads.
public struct QueryLimits: Sendable, Hashable, Codable {
    /// How deep keys may nest, as the framework counts: PHP and qs count the brackets of a key (`a[b][]` has two), Rack
    /// its dictionaries (`a` has one, `a[b]` and `a[][b]` have two). No parser goes beyond ``maximumDepth``. A
    /// ``QueryFramework/flat`` query has no depth.
    public var depth: Int
    /// How many pairs there may be. PHP does not count empty ones, as between `&&`, the others do.
    public var pairs: Int
    /// How many bytes of UTF-8 the query may have; nil for no limit.
    public var bytes: Int?
    /// The greatest index that makes an array rather than a dictionary; nil for no limit but 2³⁰. Only qs has one
    /// (`arrayLimit`). Going beyond is no error: qs, and so the parser, then reads a dictionary.
    public var elements: Int?
    /// How many characters (Unicode scalars) the keys of one dictionary may have together; nil for no limit. Only Rack
    /// has one (`key_space_limit`).
    public var keySpace: Int?

    /// The depth beyond which no query is read, whatever ``depth`` says, so that no tree overflows a thread's stack.
    public static let maximumDepth = 256

    /// Limits of your own choice.
    public init(depth: Int, pairs: Int, bytes: Int? = nil, elements: Int? = nil, keySpace: Int? = nil) {
        self.depth = depth
        self.pairs = pairs
        self.bytes = bytes
        self.elements = elements
        self.keySpace = keySpace
    }
}

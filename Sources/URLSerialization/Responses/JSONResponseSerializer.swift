/// Decodes JSON (`AFJSONResponseSerializer`).
///
/// An empty body and a single space, which Rails sends for `head :ok`, are no object and no error. Of duplicate keys
/// the last wins. A `null` fragment is an `NSNull`.
public struct JSONResponseSerializer: HTTPResponseSerialization, Hashable {
    /// Which responses are acceptable. At first `application/json`, `text/json` and `text/javascript`.
    public var configuration: HTTPResponseConfiguration
    /// How `JSONSerialization` reads: with `.fragmentsAllowed` also what is neither array nor dictionary.
    public var readingOptions: JSONSerialization.ReadingOptions
    /// Which nulls are removed from what was read (`removesKeysWithNullValues`). At first none.
    public var nullRemoval: NullRemoval

    /// A serializer; the defaults are AFNetworking's.
    public init(
        readingOptions: JSONSerialization.ReadingOptions = [], nullRemoval: NullRemoval = .none,
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        self.readingOptions = readingOptions
        self.nullRemoval = nullRemoval
        self.configuration = configuration
    }

    /// The media types accepted at first.
    public static let contentTypes: Set<String> = ["application/json", "text/json", "text/javascript"]

    /// The dictionary, the array or, where the options allow it, the fragment.
    ///
    /// - Throws: `NSCocoaErrorDomain` 3840, with the byte, line and column at which the text stops being JSON.
    public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> Any? {
        guard let data, !data.isEmpty, data != Self.singleSpace else { return nil }
        try JSONCheck.check(data, options: readingOptions)
        var object: Any
        do {
            object = try JSONSerialization.jsonObject(with: data, options: readingOptions)
        } catch {
            throw JSONCheck.explained(error, of: data, options: readingOptions)
        }
        try nullRemoval.apply(to: &object)
        return object
    }

    private static let singleSpace = Data([0x20])
}

extension JSONResponseSerializer: Codable {
    private enum CodingKeys: String, CodingKey {
        case configuration, readingOptions, nullRemoval
    }

    /// Reads an archived serializer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        configuration = try container.decode(HTTPResponseConfiguration.self, forKey: .configuration)
        readingOptions = .init(rawValue: try container.decode(UInt.self, forKey: .readingOptions))
        nullRemoval = try container.decode(NullRemoval.self, forKey: .nullRemoval)
    }

    /// Archives the serializer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(configuration, forKey: .configuration)
        try container.encode(readingOptions.rawValue, forKey: .readingOptions)
        try container.encode(nullRemoval, forKey: .nullRemoval)
    }

    /// Whether both accept and read the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.configuration == right.configuration && left.readingOptions == right.readingOptions
            && left.nullRemoval == right.nullRemoval
    }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(configuration)
        hasher.combine(readingOptions.rawValue)
        hasher.combine(nullRemoval)
    }
}

extension ResponseSerialization where Self == JSONResponseSerializer {
    /// JSON, with AFNetworking's defaults.
    public static var json: JSONResponseSerializer { JSONResponseSerializer() }
}

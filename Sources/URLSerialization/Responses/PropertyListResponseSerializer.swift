/// Decodes property lists (`AFPropertyListResponseSerializer`).
///
/// No data is no object and no error; empty data is an error.
public struct PropertyListResponseSerializer: HTTPResponseSerialization, Hashable {
    /// Which responses are acceptable. At first `application/x-plist`.
    public var configuration: HTTPResponseConfiguration
    /// The only format accepted, or nil, at first, for any. AFNetworking has this setting and ignores it.
    public var format: PropertyListSerialization.PropertyListFormat?
    /// Whether what is read is mutable.
    public var readOptions: PropertyListSerialization.ReadOptions

    /// A serializer; by default it reads every format.
    public init(
        format: PropertyListSerialization.PropertyListFormat? = nil,
        readOptions: PropertyListSerialization.ReadOptions = [],
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        self.format = format
        self.readOptions = readOptions
        self.configuration = configuration
    }

    /// The media types accepted at first.
    public static let contentTypes: Set<String> = ["application/x-plist"]

    /// The dictionary, the array or the value.
    ///
    /// - Throws: `NSCocoaErrorDomain` 3840, also for a property list of another format than ``format``.
    public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> Any? {
        guard let data else { return nil }
        let levels = try PropertyListCheck.check(data)
        return try LargeStack.run(ifDeeper: levels) { try read(data) } as Any
    }

    private func read(_ data: Data) throws -> Any {
        var found = PropertyListSerialization.PropertyListFormat.xml
        // Foundation on Linux ends the process over options beyond those there are.
        let options = readOptions.intersection([.mutableContainers, .mutableContainersAndLeaves])
        let object = try PropertyListSerialization.propertyList(from: data, options: options, format: &found)
        if let format, found != format {
            throw UndecodableData(
                "The property list is in \(found.name) format, not in \(format.name) format. Set format to nil to "
                    + "accept any.")
        }
        return object
    }
}

extension PropertyListSerialization.PropertyListFormat {
    fileprivate var name: String {
        switch self {
        case .xml: "XML"
        case .binary: "binary"
        case .openStep: "OpenStep"
        @unknown default: "an unknown"
        }
    }
}

extension PropertyListResponseSerializer: Codable {
    private enum CodingKeys: String, CodingKey {
        case configuration, format, readOptions
    }

    /// Reads an archived serializer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        configuration = try container.decode(HTTPResponseConfiguration.self, forKey: .configuration)
        readOptions = .init(rawValue: try container.decode(UInt.self, forKey: .readOptions))
        format = try container.decodeIfPresent(UInt.self, forKey: .format).map { rawValue in
            guard let format = PropertyListSerialization.PropertyListFormat(rawValue: rawValue) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .format, in: container, debugDescription: "There is no property list format \(rawValue).")
            }
            return format
        }
    }

    /// Archives the serializer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(configuration, forKey: .configuration)
        try container.encodeIfPresent(format?.rawValue, forKey: .format)
        try container.encode(readOptions.rawValue, forKey: .readOptions)
    }

    /// Whether both accept and read the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.configuration == right.configuration && left.format == right.format
            && left.readOptions == right.readOptions
    }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(configuration)
        hasher.combine(format?.rawValue)
        hasher.combine(readOptions.rawValue)
    }
}

extension ResponseSerialization where Self == PropertyListResponseSerializer {
    /// Property lists of any format, with AFNetworking's defaults.
    public static var propertyList: PropertyListResponseSerializer { PropertyListResponseSerializer() }
}

/// Decodes property lists (`AFPropertyListResponseSerializer`).
///
/// No data is no object and no error; empty data is an error.
public struct PropertyListResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// Which responses are acceptable. At first `application/x-plist`.
    public var configuration: HTTPResponseConfiguration
    /// The only format accepted, or nil, at first, for any. AFNetworking has this setting and ignores it.
    public var format: PropertyListSerialization.PropertyListFormat? {
        get { onlyFormat?.value }
        set { onlyFormat = newValue.map { RawCoded($0) } }
    }
    /// Whether what is read is mutable.
    public var readOptions: PropertyListSerialization.ReadOptions {
        get { options.value }
        set { options.value = newValue }
    }
    private var onlyFormat: RawCoded<PropertyListSerialization.PropertyListFormat>?
    private var options: RawCoded<PropertyListSerialization.ReadOptions>

    private enum CodingKeys: String, CodingKey {
        case configuration
        case onlyFormat = "format"
        case options = "readOptions"
    }

    /// A serializer; by default it reads every format.
    public init(
        format: PropertyListSerialization.PropertyListFormat? = nil,
        readOptions: PropertyListSerialization.ReadOptions = [],
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        onlyFormat = format.map { RawCoded($0) }
        options = RawCoded(readOptions)
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

extension ResponseSerialization where Self == PropertyListResponseSerializer {
    /// Property lists of any format, with AFNetworking's defaults.
    public static var propertyList: PropertyListResponseSerializer { PropertyListResponseSerializer() }
}

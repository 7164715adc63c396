/// A serializer that decodes property lists (`AFPropertyListResponseSerializer`).
///
/// Missing data yields neither an object nor an error; empty data is an error.
public struct PropertyListResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// The acceptable responses. The default content type is `application/x-plist`.
    public var configuration: HTTPResponseConfiguration
    /// The only accepted format, or `nil`, the default, for any. AFNetworking has this setting and ignores it.
    public var format: PropertyListSerialization.PropertyListFormat? {
        get { onlyFormat?.value }
        set { onlyFormat = newValue.map { RawCoded($0) } }
    }
    /// The mutability of the decoded object.
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

    /// Creates a serializer, which reads every format by default.
    public init(
        format: PropertyListSerialization.PropertyListFormat? = nil,
        readOptions: PropertyListSerialization.ReadOptions = [],
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        onlyFormat = format.map { RawCoded($0) }
        options = RawCoded(readOptions)
        self.configuration = configuration
    }

    /// The media types accepted by default.
    public static let contentTypes: Set<String> = ["application/x-plist"]

    /// Returns the dictionary, the array or the value.
    ///
    /// - Throws: `NSCocoaErrorDomain` 3840, also for a property list in a format other than ``format``.
    public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> Any? {
        guard let data else { return nil }
        let document = try PropertyListDocument(data)
        if let format, document.format != format {
            throw UndecodableData(
                "The property list is in \(document.format.name) format, not in \(format.name) format. Set format to "
                    + "nil to accept any.")
        }
        return try document.object(
            ObjectOptions(
                hasMutableContainers: !readOptions.isDisjoint(with: [.mutableContainers, .mutableContainersAndLeaves]),
                hasMutableLeaves: readOptions.contains(.mutableContainersAndLeaves)))
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
    /// A serializer of property lists of any format, with AFNetworking's defaults.
    public static var propertyList: PropertyListResponseSerializer { PropertyListResponseSerializer() }
}

import URLSerialization

/// A response serializer that decodes property lists of any format.
///
/// Missing data yields neither an object nor an error; empty data is an error.
open class AFPropertyListResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// Creates a serializer, in the spelling of Swift's importer (`serializerWithFormat:readOptions:`).
    public convenience init(
        format: PropertyListSerialization.PropertyListFormat,
        read readOptions: PropertyListSerialization.ReadOptions = []
    ) {
        self.init(format: format, readOptions: readOptions)
    }

    /// Creates a serializer (`serializerWithFormat:readOptions:`).
    public convenience init(
        format: PropertyListSerialization.PropertyListFormat, readOptions: PropertyListSerialization.ReadOptions
    ) {
        self.init()
        self.format = format
        self.readOptions = readOptions
    }

    /// A property without effect, as in AFNetworking: every format is read. The default is XML.
    open var format: PropertyListSerialization.PropertyListFormat {
        get { field(\.format) }
        set { set(\.format, newValue) }
    }

    /// The options, which make the object mutable. The default is none.
    open var readOptions: PropertyListSerialization.ReadOptions {
        get { field(\.readOptions) }
        set { set(\.readOptions, newValue) }
    }

    /// Returns the dictionary, the array or the value.
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there is none.
    ///   - data: The body, or `nil` if there is none.
    ///   - error: The place for an error, or `nil`: the error of `validate(_:data:)`, or over it `NSCocoaErrorDomain`
    ///     3840.
    open override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        decodedObject(for: response, data, error)
    }

    override class var defaultSettings: ResponseSettings {
        ResponseSettings(acceptableContentTypes: PropertyListResponseSerializer.contentTypes)
    }

    override func coreSerializer(_ settings: ResponseSettings) -> any CoreResponseSerializer {
        PropertyListResponseSerializer(
            format: settings.format, readOptions: settings.readOptions, configuration: settings.configuration)
    }

    override class func archivedSettings(in coder: NSCoder) throws -> ResponseSettings {
        let serializer = try SerializerArchive.decode(PropertyListResponseSerializer.self, from: coder)
        var settings = ResponseSettings(serializer.configuration)
        settings.format = serializer.format ?? .xml
        settings.readOptions = serializer.readOptions
        return settings
    }

    override func decodingSerializer(_ settings: ResponseSettings) -> any CoreResponseSerializer {
        PropertyListResponseSerializer(readOptions: settings.readOptions, configuration: settings.configuration)
    }

    override class var ownClass: AnyClass { AFPropertyListResponseSerializer.self }

    override func askGetters(for settings: inout ResponseSettings) {
        super.askGetters(for: &settings)
        settings.readOptions = readOptions
    }
}

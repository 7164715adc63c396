import URLSerialization

/// A request serializer that puts parameters into a property list body, or into the URL for the methods without one.
///
/// Parameters that a property list cannot represent are an error of Foundation's domain, code 3851.
open class AFPropertyListRequestSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    /// Creates a serializer of a format (`serializerWithFormat:writeOptions:`).
    public convenience init(
        format: PropertyListSerialization.PropertyListFormat, writeOptions: PropertyListSerialization.WriteOptions
    ) {
        self.init()
        self.format = format
        self.writeOptions = writeOptions
    }

    /// The format, XML or binary. The default is XML. OpenStep's format cannot be written, and is an error when a
    /// request is made.
    open var format: PropertyListSerialization.PropertyListFormat {
        get { field(\.format) }
        set { set(\.format, newValue) }
    }

    /// The options, which Foundation does not use. The default is 0.
    open var writeOptions: PropertyListSerialization.WriteOptions {
        get { field(\.writeOptions) }
        set { set(\.writeOptions, newValue) }
    }

    override func coreSerializer(_ settings: RequestSettings) -> any CoreRequestSerializer {
        PropertyListRequestSerializer(
            format: settings.format, writeOptions: settings.writeOptions, configuration: settings.configuration)
    }

    override class func archivedSettings(in coder: NSCoder) throws -> RequestSettings {
        let serializer = try SerializerArchive.decode(PropertyListRequestSerializer.self, from: coder)
        return RequestSettings(
            configuration: serializer.configuration, format: serializer.format, writeOptions: serializer.writeOptions)
    }

    override class var ownClass: AnyClass { AFPropertyListRequestSerializer.self }

    override func askGetters(for settings: inout RequestSettings) {
        super.askGetters(for: &settings)
        settings.format = format
        settings.writeOptions = writeOptions
    }
}

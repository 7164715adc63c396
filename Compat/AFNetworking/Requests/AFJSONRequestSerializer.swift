import URLSerialization

/// A request serializer that puts parameters into a JSON body, or into the URL for the methods without one.
///
/// The body is a dictionary or an array. Parameters that JSON cannot represent are an error, as in AFNetworking: domain
/// ``AFURLRequestSerializationErrorDomain``, code −1016, with the key path.
open class AFJSONRequestSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    /// Creates a serializer with options (`serializerWithWritingOptions:`).
    public convenience init(writingOptions: JSONSerialization.WritingOptions) {
        self.init()
        self.writingOptions = writingOptions
    }

    /// The options of `JSONSerialization`. The default is none.
    open var writingOptions: JSONSerialization.WritingOptions {
        get { field(\.writingOptions) }
        set { set(\.writingOptions, newValue) }
    }

    /// The form of dates in the body. By default they are an error, as in AFNetworking.
    public final var dateStrategy: DateStrategy {
        get { field(\.dateStrategy) }
        set { set(\.dateStrategy, newValue) }
    }

    /// The form of bytes in the body. By default they are an error, as in AFNetworking.
    public final var dataStrategy: DataStrategy {
        get { field(\.dataStrategy) }
        set { set(\.dataStrategy, newValue) }
    }

    /// The form of infinity and NaN in the body. By default they are an error, as in AFNetworking.
    public final var nonConformingFloatStrategy: NonConformingFloatStrategy {
        get { field(\.nonConformingFloatStrategy) }
        set { set(\.nonConformingFloatStrategy, newValue) }
    }

    override func coreSerializer(_ settings: RequestSettings) -> any CoreRequestSerializer {
        JSONRequestSerializer(
            writingOptions: settings.writingOptions, dateStrategy: settings.dateStrategy,
            dataStrategy: settings.dataStrategy, nonConformingFloatStrategy: settings.nonConformingFloatStrategy,
            configuration: settings.configuration)
    }

    override class func archivedSettings(in coder: NSCoder) throws -> RequestSettings {
        let serializer = try SerializerArchive.decode(JSONRequestSerializer.self, from: coder)
        return RequestSettings(
            configuration: serializer.configuration, writingOptions: serializer.writingOptions,
            dateStrategy: serializer.dateStrategy, dataStrategy: serializer.dataStrategy,
            nonConformingFloatStrategy: serializer.nonConformingFloatStrategy)
    }

    override class var ownClass: AnyClass { AFJSONRequestSerializer.self }

    override func askGetters(for settings: inout RequestSettings) {
        super.askGetters(for: &settings)
        settings.writingOptions = writingOptions
    }
}

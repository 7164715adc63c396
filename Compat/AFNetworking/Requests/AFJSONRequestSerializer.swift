import URLSerialization

/// Puts parameters into a JSON body, or, for the methods that have none, into the URL.
///
/// The body is a dictionary or an array. Parameters that JSON has no form for are an error, as in AFNetworking: domain
/// ``AFURLRequestSerializationErrorDomain``, code −1016, naming the key path.
open class AFJSONRequestSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    /// A serializer with options (`serializerWithWritingOptions:`).
    public convenience init(writingOptions: JSONSerialization.WritingOptions) {
        self.init()
        self.writingOptions = writingOptions
    }

    /// How `JSONSerialization` writes; at first without options.
    open var writingOptions: JSONSerialization.WritingOptions {
        get { field(\.writingOptions) }
        set { set(\.writingOptions, newValue) }
    }

    /// How dates are written in the body: at first not at all, as in AFNetworking.
    public final var dateStrategy: DateStrategy {
        get { field(\.dateStrategy) }
        set { set(\.dateStrategy, newValue) }
    }

    /// How bytes are written in the body: at first not at all, as in AFNetworking.
    public final var dataStrategy: DataStrategy {
        get { field(\.dataStrategy) }
        set { set(\.dataStrategy, newValue) }
    }

    override func coreSerializer(_ settings: RequestSettings) -> any CoreRequestSerializer {
        JSONRequestSerializer(
            writingOptions: settings.writingOptions, dateStrategy: settings.dateStrategy,
            dataStrategy: settings.dataStrategy, configuration: settings.configuration)
    }

    override class func archivedSettings(in coder: NSCoder) throws -> RequestSettings {
        let serializer = try SerializerArchive.decode(JSONRequestSerializer.self, from: coder)
        return RequestSettings(
            configuration: serializer.configuration, writingOptions: serializer.writingOptions,
            dateStrategy: serializer.dateStrategy, dataStrategy: serializer.dataStrategy)
    }

    override class var ownClass: AnyClass { AFJSONRequestSerializer.self }

    override func askGetters(for settings: inout RequestSettings) {
        super.askGetters(for: &settings)
        settings.writingOptions = writingOptions
    }
}

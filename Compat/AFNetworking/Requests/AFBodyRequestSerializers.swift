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
        get { coreField(\JSONRequestSerializer.writingOptions) }
        set { setCoreField(\JSONRequestSerializer.writingOptions, newValue) }
    }

    /// The form of dates in the body. By default they are an error, as in AFNetworking.
    public final var dateStrategy: DateStrategy {
        get { coreField(\JSONRequestSerializer.dateStrategy) }
        set { setCoreField(\JSONRequestSerializer.dateStrategy, newValue) }
    }

    /// The form of bytes in the body. By default they are an error, as in AFNetworking.
    public final var dataStrategy: DataStrategy {
        get { coreField(\JSONRequestSerializer.dataStrategy) }
        set { setCoreField(\JSONRequestSerializer.dataStrategy, newValue) }
    }

    /// The form of infinity and NaN in the body. By default they are an error, as in AFNetworking.
    public final var nonConformingFloatStrategy: NonConformingFloatStrategy {
        get { coreField(\JSONRequestSerializer.nonConformingFloatStrategy) }
        set { setCoreField(\JSONRequestSerializer.nonConformingFloatStrategy, newValue) }
    }

    override class var core: any CoreRequestSerializer { JSONRequestSerializer() }
    override class var ownClass: AnyClass { AFJSONRequestSerializer.self }

    override func askGetters(for settings: inout RequestSerializerSettings) {
        super.askGetters(for: &settings)
        settings.set(\JSONRequestSerializer.writingOptions, writingOptions)
    }
}

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

    /// The format, XML or binary. The default is XML. OpenStep's format cannot be written: making a request with it
    /// fails.
    open var format: PropertyListSerialization.PropertyListFormat {
        get { coreField(\PropertyListRequestSerializer.format) }
        set { setCoreField(\PropertyListRequestSerializer.format, newValue) }
    }

    /// The options, which Foundation does not use. The default is 0.
    open var writeOptions: PropertyListSerialization.WriteOptions {
        get { coreField(\PropertyListRequestSerializer.writeOptions) }
        set { setCoreField(\PropertyListRequestSerializer.writeOptions, newValue) }
    }

    override class var core: any CoreRequestSerializer { PropertyListRequestSerializer() }
    override class var ownClass: AnyClass { AFPropertyListRequestSerializer.self }

    override func askGetters(for settings: inout RequestSerializerSettings) {
        super.askGetters(for: &settings)
        settings.set(\PropertyListRequestSerializer.format, format)
        settings.set(\PropertyListRequestSerializer.writeOptions, writeOptions)
    }
}

import URLSerialization

/// Decodes JSON.
///
/// An empty body and a single space are no object and no error. The body of an unacceptable status is decoded, beside the
/// error.
open class AFJSONResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// A serializer with options (`serializerWithReadingOptions:`).
    public convenience init(readingOptions: JSONSerialization.ReadingOptions) {
        self.init()
        self.readingOptions = readingOptions
    }

    /// How `JSONSerialization` reads; at first without options, so that only dictionaries and arrays are taken.
    ///
    /// With `.mutableContainers` the object is an `NSMutableDictionary` or an `NSMutableArray`. On Linux those hand out
    /// the collections in them as Swift's, which must be put back once they have been changed.
    open var readingOptions: JSONSerialization.ReadingOptions {
        get { field(\.readingOptions) }
        set { set(\.readingOptions, newValue) }
    }

    /// Whether nulls are removed from dictionaries and arrays, as AFNetworking 4 removes them; at first not.
    ///
    /// AFNetworking 3 leaves those in arrays: that is `NullRemoval.inDictionaries` of the core.
    open var removesKeysWithNullValues: Bool {
        get { field(\.removesKeysWithNullValues) }
        set { set(\.removesKeysWithNullValues, newValue) }
    }

    /// The dictionary, the array or, where the options allow it, the fragment.
    ///
    /// - Parameters:
    ///   - response: The response, or nil if none came.
    ///   - data: The body, or nil if none came.
    ///   - error: Where an error is left, or nil: what `validate(_:data:)` throws, or over it `NSCocoaErrorDomain` 3840.
    open override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        decodedObject(for: response, data, error)
    }

    override class var defaultSettings: ResponseSettings {
        ResponseSettings(acceptableContentTypes: JSONResponseSerializer.contentTypes)
    }

    override func coreSerializer(_ settings: ResponseSettings) -> any CoreResponseSerializer {
        JSONResponseSerializer(
            readingOptions: settings.readingOptions,
            nullRemoval: settings.removesKeysWithNullValues ? .everywhere : .none, configuration: settings.configuration
        )
    }

    override class func archivedSettings(in coder: NSCoder) throws -> ResponseSettings {
        let serializer = try SerializerArchive.decode(JSONResponseSerializer.self, from: coder)
        var settings = ResponseSettings(serializer.configuration)
        settings.readingOptions = serializer.readingOptions
        settings.removesKeysWithNullValues = serializer.nullRemoval != .none
        return settings
    }

    override class var ownClass: AnyClass { AFJSONResponseSerializer.self }

    override func askGetters(for settings: inout ResponseSettings) {
        super.askGetters(for: &settings)
        settings.readingOptions = readingOptions
        settings.removesKeysWithNullValues = removesKeysWithNullValues
    }
}

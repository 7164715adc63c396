import URLSerialization

/// A response serializer that decodes JSON.
///
/// An empty body or a single space yields neither an object nor an error. The body of an unacceptable status is
/// decoded, with the error.
open class AFJSONResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// Creates a serializer with options (`serializerWithReadingOptions:`).
    public convenience init(readingOptions: JSONSerialization.ReadingOptions) {
        self.init()
        self.readingOptions = readingOptions
    }

    /// The options of `JSONSerialization`. The default is none, which accepts only dictionaries and arrays.
    ///
    /// With `.mutableContainers` the object is an `NSMutableDictionary` or an `NSMutableArray`. On Linux those return
    /// the collections in them as Swift's, which must be put back after a change.
    open var readingOptions: JSONSerialization.ReadingOptions {
        get { field(\.readingOptions) }
        set { set(\.readingOptions, newValue) }
    }

    /// Whether nulls are removed from dictionaries and arrays, as AFNetworking 4 removes them. The default is `false`.
    ///
    /// AFNetworking 3 keeps those in arrays, which is `NullRemoval.inDictionaries` of the core.
    open var removesKeysWithNullValues: Bool {
        get { field(\.removesKeysWithNullValues) }
        set { set(\.removesKeysWithNullValues, newValue) }
    }

    /// Returns the dictionary, the array or, if the options allow it, the fragment.
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

import URLSerialization

/// A response serializer that tries serializers in order. The result is the first object, with its error, or the data
/// with the compound's own error.
///
/// Serializers that do not inherit from ``AFHTTPResponseSerializer`` are skipped, as in AFNetworking. Archives omit
/// them, because otherwise the archives could not be read; copies keep them.
open class AFCompoundResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// Creates a compound of serializers (`compoundSerializerWithResponseSerializers:`).
    ///
    /// A subclass is created by its `init(coder:)`, without calling its `init()`. If that fails, the subclass must
    /// override this method.
    open class func compoundSerializer(
        withResponseSerializers responseSerializers: [any AFURLResponseSerialization]
    ) -> Self {
        var settings = ResponseSerializerSettings(core: core)
        settings.responseSerializers = UncheckedSendable(responseSerializers)
        let serializer = CopyingCoder.make(self, holding: settings)
        serializer.set(\.self, settings)
        return serializer
    }

    /// The serializers in the order in which they are tried.
    open var responseSerializers: [any AFURLResponseSerialization] { field(\.responseSerializers).value }

    /// Returns the first object, or the data.
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there is none.
    ///   - data: The body, or `nil` if there is none.
    ///   - error: A pointer that receives the error, or `nil`.
    open override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        for case let serializer as any AFHTTPResponseSerializer & AFURLResponseSerialization in responseSerializers {
            var failure: NSError?
            guard let object = serializer.responseObject(for: response, data: data, error: &failure) else { continue }
            if let failure { error?.pointee = failure.over(error?.pointee) }
            return object
        }
        return super.responseObject(for: response, data: data, error: error)
    }

    /// Creates a compound from an archive.
    ///
    /// Returns `nil` if the archive lacks a field or has the wrong kind of value for one.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        if coder is CopyingCoder { return }
        guard coder.containsValue(forKey: Self.serializersKey),
            let list = coder.decodeObject(
                of: [AFHTTPResponseSerializer.self] + SerializerArchive.foreignClasses, forKey: Self.serializersKey)
                as? [Any]
        else { return nil }
        let serializers = list.compactMap { $0 as? any AFHTTPResponseSerializer & AFURLResponseSerialization }
        guard serializers.count == list.count else { return nil }
        set(\.responseSerializers, UncheckedSendable(serializers))
    }

    /// Creates a compound without serializers, which returns the body as data.
    public override init() { super.init() }

    /// Archives every field, and the serializers that are tried.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if coder is CopyingCoder { return }
        let serializers = responseSerializers.compactMap { $0 as? AFHTTPResponseSerializer }
        coder.encode(serializers as NSArray, forKey: Self.serializersKey)
    }

    override class var ownClass: AnyClass { AFCompoundResponseSerializer.self }

    private static let serializersKey = "URLSerialization.responseSerializers"
}

import URLSerialization

/// Tries serializers in order: the first that yields an object answers, with its error; else the data, with the
/// compound's own error.
///
/// Serializers that are no subclasses of ``AFHTTPResponseSerializer`` are passed over, as in AFNetworking. An archive
/// leaves them out, because it could not be read otherwise; copies have them.
open class AFCompoundResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// A compound of serializers (`compoundSerializerWithResponseSerializers:`).
    ///
    /// A subclass's is made by its `init(coder:)`, without what its `init()` does; one whose `init(coder:)` gives up must
    /// override this.
    open class func compoundSerializer(
        withResponseSerializers responseSerializers: [any AFURLResponseSerialization]
    ) -> Self {
        var settings = defaultSettings
        settings.responseSerializers.elements = responseSerializers
        let serializer = CopyingCoder.make(self, holding: settings)
        serializer.set(\.self, settings)
        return serializer
    }

    /// The serializers, in the order in which they are tried.
    open var responseSerializers: [any AFURLResponseSerialization] { field(\.responseSerializers.elements) }

    /// The first object, or the data.
    ///
    /// - Parameters:
    ///   - response: The response, or nil if none came.
    ///   - data: The body, or nil if none came.
    ///   - error: Where an error is left, or nil.
    open override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        for case let serializer as any AFHTTPResponseSerializer & AFURLResponseSerialization in responseSerializers {
            var failure: NSError?
            guard let object = serializer.responseObject(for: response, data: data, error: &failure) else { continue }
            if let failure { error?.pointee = failure.over(error?.pointee) }
            return object
        }
        return super.responseObject(for: response, data: data, error: error)
    }

    /// Reads an archived serializer.
    ///
    /// Nil for an archive that lacks a field or holds something else in its place.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        if coder is CopyingCoder { return }
        guard coder.containsValue(forKey: Self.serializersKey),
            let list = coder.decodeObject(of: Self.archivedClasses, forKey: Self.serializersKey) as? [Any]
        else { return nil }
        let serializers = list.compactMap { $0 as? any AFHTTPResponseSerializer & AFURLResponseSerialization }
        guard serializers.count == list.count else { return nil }
        set(\.responseSerializers.elements, serializers)
    }

    /// A compound without serializers.
    public override init() {
        super.init()
    }

    /// Archives every field, and of the serializers those that are tried.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if coder is CopyingCoder { return }
        let serializers = responseSerializers.compactMap { $0 as? AFHTTPResponseSerializer }
        coder.encode(serializers as NSArray, forKey: Self.serializersKey)
    }

    override class var ownClass: AnyClass { AFCompoundResponseSerializer.self }

    private static let serializersKey = "URLSerialization.responseSerializers"

    /// What the list may hold, and what else may have been put in its place: over another class Foundation on Linux ends
    /// the process.
    private static let archivedClasses: [AnyClass] = [
        AFHTTPResponseSerializer.self, NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self,
        NSData.self, NSDate.self, NSURL.self, NSNull.self,
    ]
}

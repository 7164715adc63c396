/// A stand-in for a response serializer that does not inherit from ``AFHTTPResponseSerializer``.
///
/// Such a serializer can be set through ``AFURLSessionManager``, whose property has a wider type.
final class ForeignResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    private let serializer: any AFURLResponseSerialization

    private init(_ serializer: any AFURLResponseSerialization) {
        self.serializer = serializer
        super.init()
    }

    /// Returns `nil`: no archive contains the serializer that this one stands for.
    required init?(coder: NSCoder) { nil }

    /// Returns the serializer itself if it inherits from ``AFHTTPResponseSerializer``, or a stand-in.
    static func http(_ serializer: any AFURLResponseSerialization) -> AFHTTPResponseSerializer {
        serializer as? AFHTTPResponseSerializer ?? ForeignResponseSerializer(serializer)
    }

    /// Returns the serializer that was set.
    static func original(of serializer: any AFURLResponseSerialization) -> any AFURLResponseSerialization {
        (serializer as? ForeignResponseSerializer)?.serializer ?? serializer
    }

    override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        serializer.responseObject(for: response, data: data, error: error)
    }

    override func copy(with zone: NSZone? = nil) -> Any {
        (serializer.copy(with: zone) as? any AFURLResponseSerialization).map(ForeignResponseSerializer.init) ?? self
    }
}

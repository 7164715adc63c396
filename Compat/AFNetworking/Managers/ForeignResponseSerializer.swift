/// A response serializer that is none of ``AFHTTPResponseSerializer``, in the place of one.
///
/// A manager's property of that type can be set through ``AFURLSessionManager``, whose type is wider.
final class ForeignResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    private let serializer: any AFURLResponseSerialization

    private init(_ serializer: any AFURLResponseSerialization) {
        self.serializer = serializer
        super.init()
    }

    /// None: the serializer it stands for is not in an archive of this class.
    required init?(coder: NSCoder) { nil }

    /// The serializer itself, if it is one of ``AFHTTPResponseSerializer``.
    static func http(
        _ serializer: any AFURLResponseSerialization
    ) -> any AFHTTPResponseSerializer & AFURLResponseSerialization {
        serializer as? AFHTTPResponseSerializer ?? ForeignResponseSerializer(serializer)
    }

    /// What was set: the serializer itself, or the one that it stands for.
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

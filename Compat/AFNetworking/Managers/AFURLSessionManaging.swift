/// What managers have in common whose type differs from class to class.
///
/// ``AFURLSessionManager`` takes any response serializer, ``AFHTTPSessionManager`` those of ``AFHTTPResponseSerializer``:
/// Swift lets no subclass narrow a property's type, so the wider one stands here.
public protocol AFURLSessionManaging: AFURLSessionManager {}

extension AFURLSessionManager: AFURLSessionManaging {}

extension AFURLSessionManaging {
    /// What makes objects of responses; at first JSON.
    public var responseSerializer: any AFURLResponseSerialization {
        get { ForeignResponseSerializer.original(of: serializerInUse) }
        set { setResponseSerializer(newValue) }
    }
}

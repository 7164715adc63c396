/// The properties of managers whose types differ between the classes.
///
/// ``AFURLSessionManager`` takes any response serializer, ``AFHTTPSessionManager`` those of
/// ``AFHTTPResponseSerializer``. Swift lets no subclass narrow a property's type, so the wider property is declared
/// here.
public protocol AFURLSessionManaging: AFURLSessionManager {}

extension AFURLSessionManager: AFURLSessionManaging {}

extension AFURLSessionManaging {
    /// The serializer of responses. The default is JSON.
    public var responseSerializer: any AFURLResponseSerialization {
        get { ForeignResponseSerializer.original(of: serializerInUse) }
        set { setResponseSerializer(newValue) }
    }
}

// The properties in AFNetworking's types, for an application's protocols that require them so.
extension AFURLSessionManaging where Self: AFHTTPSessionManager {
    /// The serializer of requests.
    public var requestSerializer: any AFHTTPRequestSerializer & AFURLRequestSerialization {
        get { (self as AFHTTPSessionManager).requestSerializer }
        set { (self as AFHTTPSessionManager).requestSerializer = newValue }
    }

    /// The serializer of responses.
    public var responseSerializer: any AFHTTPResponseSerializer & AFURLResponseSerialization {
        get { (self as AFHTTPSessionManager).responseSerializer }
        set { (self as AFHTTPSessionManager).responseSerializer = newValue }
    }
}

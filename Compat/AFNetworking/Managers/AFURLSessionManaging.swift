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

/// A serializer that validates a response and returns its body unchanged (`AFHTTPResponseSerializer`).
///
/// The object is the data, even with an error.
public struct HTTPResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// The acceptable responses.
    public var configuration: HTTPResponseConfiguration

    /// Creates a serializer, which accepts every content type by default.
    public init(configuration: HTTPResponseConfiguration = HTTPResponseConfiguration()) {
        self.configuration = configuration
    }

    /// Returns the data and the error of the response, if it has one.
    public func serialize(_ response: URLResponse?, data: Data?) -> SerializedResponse<Data> {
        SerializedResponse(object: data, error: configuration.fault(in: response, data: data))
    }

    /// Returns the data.
    public func decodeBody(_ data: Data?, of response: URLResponse?) -> Data? { data }
}

extension ResponseSerialization where Self == HTTPResponseSerializer {
    /// A serializer of unchanged bodies, with AFNetworking's defaults.
    public static var http: HTTPResponseSerializer { HTTPResponseSerializer() }
    /// A serializer of unchanged bodies: the same as ``http``.
    public static var data: HTTPResponseSerializer { HTTPResponseSerializer() }
}

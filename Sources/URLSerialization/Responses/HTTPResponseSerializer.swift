/// Validates a response and hands over its body as it is (`AFHTTPResponseSerializer`).
///
/// The object is the data even beside an error.
public struct HTTPResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// Which responses are acceptable.
    public var configuration: HTTPResponseConfiguration

    /// A serializer; by default it accepts every content type.
    public init(configuration: HTTPResponseConfiguration = HTTPResponseConfiguration()) {
        self.configuration = configuration
    }

    /// The data and what is wrong with the response, if anything.
    public func serialize(_ response: URLResponse?, data: Data?) -> SerializedResponse<Data> {
        SerializedResponse(object: data, error: configuration.fault(in: response, data: data))
    }

    /// The data.
    public func decodeBody(_ data: Data?, of response: URLResponse?) -> Data? { data }
}

extension ResponseSerialization where Self == HTTPResponseSerializer {
    /// The body as it is, with AFNetworking's defaults.
    public static var http: HTTPResponseSerializer { HTTPResponseSerializer() }
    /// The body as it is: the same as ``http``.
    public static var data: HTTPResponseSerializer { HTTPResponseSerializer() }
}

import URLSerialization

/// One of this library's three serializers.
public struct LibrarySender: Sender {
    /// The serializer's name.
    public let name: String
    /// How it was used.
    public let notes: [String]
    private let serializer: any RequestSerialization

    /// `HTTPRequestSerializer`: AFNetworking's query, which the others are compared with.
    public static let http = LibrarySender(
        name: "HTTPRequestSerializer", notes: ["Sends the bytes of AFNetworking 4.0.1."],
        serializer: HTTPRequestSerializer())

    /// `JSONRequestSerializer`.
    public static let json = LibrarySender(
        name: "JSONRequestSerializer",
        notes: ["Used with .sortedKeys: the default order of keys varies from run to run."],
        serializer: JSONRequestSerializer(writingOptions: .sortedKeys))

    /// `PropertyListRequestSerializer`.
    public static let propertyList = LibrarySender(
        name: "PropertyListRequestSerializer", notes: ["Used with its default format, XML."],
        serializer: PropertyListRequestSerializer(format: .xml))

    /// The request with the payload's parameters.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        try serializer.serialize(request, with: payload.parameters)
    }
}

import URLSerialization

/// One of this library's three serializers, or the first in the style of a framework that reads its query.
public struct LibrarySender: Sender {
    /// The serializer's name.
    public let name: String
    /// How it was used.
    public let notes: [String]
    /// How its query is spelled.
    public let queryForm: QueryForm
    private let serializer: any RequestSerialization

    private init(
        name: String, notes: [String], serializer: any RequestSerialization, queryForm: QueryForm = QueryForm()
    ) {
        self.name = name
        self.notes = notes
        self.serializer = serializer
        self.queryForm = queryForm
    }

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

    /// The style that PHP reads back.
    public static let php = styled(.php, named: "php", for: "PHP", arrays: .indicesWhereNested)
    /// The style that Rack reads back.
    public static let rack = styled(.rack, named: "rack", for: "Rack", arrays: .brackets)
    /// The style that qs reads back.
    public static let qs = styled(.qs, named: "qs", for: "qs", arrays: .indices)
    /// The style that readers of flat queries read back.
    public static let flat = styled(.flat, named: "flat", for: "a reader of flat queries", arrays: .bare)

    private static func styled(
        _ style: QueryStyle, named name: String, for reader: String, arrays: QueryForm.Arrays
    ) -> LibrarySender {
        var serializer = HTTPRequestSerializer()
        serializer.configuration.queryStyle = style
        return LibrarySender(
            name: "QueryStyle.\(name)",
            notes: [
                "HTTPRequestSerializer with this query style: \(reader) reads back all but the types, or it is refused."
            ],
            serializer: serializer, queryForm: QueryForm(arrays: arrays, isReadBack: true))
    }

    /// The request with the payload's parameters.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        try serializer.serialize(request, with: payload.parameters)
    }
}

import URLSerialization

/// A vector's input for a request serializer.
struct RequestInput {
    enum Serializer {
        case http
        case json(JSONSerialization.WritingOptions)
        case propertyList(PropertyListSerialization.PropertyListFormat)
    }

    let serializer: Serializer
    /// The headers that are set on the serializer.
    let serializerHeaders: [(name: String, value: String)]
    /// The methods whose parameters go into the URL; `nil` for the serializer's own.
    let methodsInURI: Set<String>?
    let method: String
    let url: String
    /// The headers that the request has before it is serialized.
    let headers: [(name: String, value: String)]
    let parameters: Any?
    /// Whether the serializer makes the request. A request with headers cannot be made by the serializer, so it is made
    /// here and serialized in the same way.
    let isMadeBySerializer: Bool

    /// - Throws: ``VectorError`` for a member that the operation needs and the vector lacks.
    init(_ input: VectorMembers) throws {
        switch try input.text("serializer") {
        case "http": serializer = .http
        case "json": serializer = .json(try Self.writingOptions(in: input))
        case "plist": serializer = .propertyList(try Self.format(in: input))
        case let name: throw VectorError("'serializer' names '\(name)', which is not a known one")
        }
        serializerHeaders = try input.textsByName("serializerHeaders")
        methodsInURI = try input.texts("methodsInURI").map { Set($0) }
        method = try input.text("method")
        url = try input.text("url")
        headers = try input.textsByName("headers")
        parameters = try input.typedValue("parameters")
        let via = try input.optionalText("via")
        guard via == nil || via == "requestWithMethod" else {
            throw VectorError("'via' names '\(via ?? "")', which is not a known way")
        }
        isMadeBySerializer = via != nil && headers.isEmpty
    }

    /// Returns the request before it is serialized.
    ///
    /// - Throws: `RequestSerializationError` for a text that is not a URL.
    func request() throws -> URLRequest {
        var request = URLRequest(url: try url.asURL())
        request.httpMethod = method
        for header in headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
        return request
    }

    // MARK: - Settings

    private static func writingOptions(in input: VectorMembers) throws -> JSONSerialization.WritingOptions {
        let bits = try input.optionalInteger("writingOptions") ?? 0
        guard (0...15).contains(bits) else { throw VectorError("'writingOptions' are not from 0 to 15") }
        let options: [JSONSerialization.WritingOptions] = [
            .prettyPrinted, .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes,
        ]
        return options.enumerated().reduce(into: []) { if bits & 1 << $1.offset != 0 { $0.insert($1.element) } }
    }

    /// Whether the requested JSON has sorted keys and no white space, and therefore only one spelling.
    static func isOrderedOnOneLine(_ input: VectorMembers) throws -> Bool {
        let options = try writingOptions(in: input)
        return options.contains(.sortedKeys) && !options.contains(.prettyPrinted)
    }

    static func format(in input: VectorMembers) throws -> PropertyListSerialization.PropertyListFormat {
        switch try input.optionalText("format") {
        case nil, "xml": return .xml
        case "binary": return .binary
        case let name?: throw VectorError("'format' names '\(name)', which is not a known one")
        }
    }
}

import URLSerialization

/// A vector's input for a request serializer.
struct RequestInput {
    enum Serializer {
        case http
        case json(JSONSerialization.WritingOptions)
        case propertyList(PropertyListSerialization.PropertyListFormat)

        init(_ input: VectorMembers) throws {
            switch try input.text("serializer") {
            case "http": self = .http
            case "json":
                self = .json(
                    try input.options(
                        "writingOptions", [.prettyPrinted, .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]))
            case "plist":
                self = .propertyList(try input.choice("format", "one", of: ["xml": .xml, "binary": .binary]) ?? .xml)
            case let name: throw VectorError("serializer", names: name, no: "one")
            }
        }
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
        serializer = try Serializer(input)
        serializerHeaders = try input.textsByName("serializerHeaders")
        methodsInURI = try input.texts("methodsInURI").map { Set($0) }
        method = try input.text("method")
        url = try input.text("url")
        headers = try input.textsByName("headers")
        parameters = try input.typedValue("parameters")
        let isMade = try input.choice("via", "way", of: ["requestWithMethod": true]) ?? false
        isMadeBySerializer = isMade && headers.isEmpty
    }

    /// Returns the request before it is serialized.
    ///
    /// - Throws: `RequestSerializationError` for a text that is not a URL.
    func request() throws -> URLRequest { URLRequest(url: try url.asURL(), method: method, headers: headers) }
}

extension URLRequest {
    fileprivate init(url: URL, method: String?, headers: [(name: String, value: String)]) {
        self.init(url: url)
        httpMethod = method
        for header in headers { setValue(header.value, forHTTPHeaderField: header.name) }
    }
}

extension VectorMembers {
    /// Returns the request with which a vector of Alamofire's encodings begins.
    func originalRequest() throws -> URLRequest {
        URLRequest(url: try url("url"), method: try optionalText("method"), headers: try textsByName("headers"))
    }
}

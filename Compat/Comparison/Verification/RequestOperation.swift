import URLSerialization

/// Puts parameters into a request (`requestBySerializingRequest:withParameters:error:` and
/// `requestWithMethod:URLString:parameters:error:`).
struct RequestOperation: VectorOperation {
    func run(_ vector: Vector) throws -> Result<URLRequest, any Error> {
        let input = vector.input
        let serializer = try Self.serializer(for: input)
        let method = try input.text("method")
        let url = try input.text("url")
        let headers = try input.textsByName("headers")
        let parameters = try input.typedValue("parameters")
        let via = try input.optionalText("via")
        guard via == nil || via == "requestWithMethod" else {
            throw VectorError("'via' names '\(via ?? "")', which is not a known way")
        }
        return Result {
            // A request that the serializer makes has no headers before: with some it is made here, and serialized alike.
            if via != nil, headers.isEmpty {
                return try serializer.request(method: HTTPMethod(rawValue: method), url: url, parameters: parameters)
            }
            var request = URLRequest(url: try url.asURL())
            request.httpMethod = method
            for header in headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
            return try serializer.serialize(request, with: parameters)
        }
    }

    func text(of answer: URLRequest) -> String {
        "request \(answer.httpMethod ?? "") \(answer.url?.absoluteString ?? "")"
    }

    // MARK: - Serializers

    private static func serializer(for input: VectorMembers) throws -> any HTTPRequestSerialization {
        var serializer: any HTTPRequestSerialization
        switch try input.text("serializer") {
        case "http": serializer = HTTPRequestSerializer()
        case "json": serializer = JSONRequestSerializer(writingOptions: try writingOptions(in: input))
        case "plist": serializer = PropertyListRequestSerializer(format: try format(in: input))
        case let name: throw VectorError("'serializer' names '\(name)', which is not a known one")
        }
        for header in try input.textsByName("serializerHeaders") {
            serializer.configuration.headers.update(name: header.name, value: header.value)
        }
        if let methods = try input.texts("methodsInURI") {
            serializer.configuration.methodsEncodingParametersInURI = Set(methods)
        }
        return serializer
    }

    private static func writingOptions(in input: VectorMembers) throws -> JSONSerialization.WritingOptions {
        let bits = try input.optionalInteger("writingOptions") ?? 0
        guard (0...15).contains(bits) else { throw VectorError("'writingOptions' are not from 0 to 15") }
        let options: [JSONSerialization.WritingOptions] = [
            .prettyPrinted, .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes,
        ]
        return options.enumerated().reduce(into: []) { if bits & 1 << $1.offset != 0 { $0.insert($1.element) } }
    }

    /// Whether the JSON asked for has its keys sorted and no white space, which leaves one spelling for it.
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

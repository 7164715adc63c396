import URLSerialization

/// A vector's input for a response serializer.
struct ResponseInput {
    /// A serializer with the vector's settings.
    struct Serializer {
        enum Kind {
            case http, propertyList, image, xmlParser, xmlDocument
            case json(JSONSerialization.ReadingOptions, removesNulls: Bool)
            case compound([Serializer])
        }

        let kind: Kind
        /// `nil` for the serializer's own; an inner `nil` for all.
        let acceptableStatusCodes: IndexSet??
        /// `nil` for the serializer's own; an inner `nil` for all.
        let acceptableContentTypes: Set<String>??
    }

    let serializer: Serializer
    let response: URLResponse
    let data: Data?
    /// Whether the caller passes a pointer for an error.
    let passesError: Bool

    /// - Throws: ``VectorError`` for a member that the operation needs and the vector lacks.
    init(_ input: VectorMembers) throws {
        serializer = try Serializer(input)
        response = try Self.response(input)
        data = try input.optionalData("data")
        passesError = try input["passError"] == nil || input.bool("passError")
    }

    /// Returns an HTTP response, or a plain one if the vector says so.
    private static func response(_ input: VectorMembers) throws -> URLResponse {
        let type = try input.optionalText("contentType")
        let hasURL = try input.optionalText("url") != nil
        let url = try hasURL ? input.url("url") : "http://example.com/".asURL()
        if try input.bool("plainURLResponse") {
            return URLResponse(url: url, mimeType: type, expectedContentLength: -1, textEncodingName: nil)
        }
        let (status, headers) = (try input.integer("status"), type.map { ["Content-Type": $0] })
        let response =
            hasURL
            ? HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
            : ResponseWithoutURL(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        guard let response else { throw VectorError("'status' makes no response") }
        return response
    }
}

/// A response without a URL, which Foundation's own always have.
///
/// `@unchecked Sendable`, as its superclass is: it adds no state.
private final class ResponseWithoutURL: HTTPURLResponse, @unchecked Sendable {
    override var url: URL? {
        get { nil }
        set {}
    }
}

extension ResponseInput.Serializer {
    init(_ input: VectorMembers) throws {
        kind = try Self.kind(of: input)
        acceptableStatusCodes = try Self.acceptableStatusCodes(of: input)
        acceptableContentTypes =
            input.isNull("acceptableContentTypes")
            ? .some(nil) : try input.texts("acceptableContentTypes").map { Set($0) }
    }

    private static func kind(of input: VectorMembers) throws -> Kind {
        switch try input.text("serializer") {
        case "http": return .http
        case "json":
            let options: JSONSerialization.ReadingOptions = try input.options(
                "readingOptions", [.mutableContainers, .mutableLeaves, .fragmentsAllowed])
            return .json(options, removesNulls: try input.bool("removesNulls"))
        case "plist": return .propertyList
        case "image": return .image
        case "xmlparser": return .xmlParser
        case "xmldocument": return .xmlDocument
        case "compound": return .compound(try serializers(of: input))
        case let name: throw VectorError("serializer", names: name, no: "one")
        }
    }

    private static func acceptableStatusCodes(of input: VectorMembers) throws -> IndexSet?? {
        if input.isNull("acceptableStatusCodes") { return .some(nil) }
        guard let bounds = try input.integers("acceptableStatusCodes") else { return nil }
        guard bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1], bounds[1] < Int.max - 1 else {
            throw VectorError("'acceptableStatusCodes' is not a lowest and a highest code")
        }
        return IndexSet(integersIn: bounds[0]...bounds[1])
    }

    /// Returns a compound's serializers, which are names, or objects with settings.
    private static func serializers(of input: VectorMembers) throws -> [ResponseInput.Serializer] {
        guard let value = input["serializers"], !value.isNull else { return [] }
        guard let elements = value.array else { throw VectorError("'serializers' is not an array") }
        return try elements.map { element in
            let members = element.string == nil ? element.dictionary : ["serializer": element]
            guard let members else {
                throw VectorError("'serializers' has an element that is neither a name nor an object")
            }
            return try Self(VectorMembers(members))
        }
    }
}

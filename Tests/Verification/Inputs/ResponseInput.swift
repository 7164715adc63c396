import SerializerComparison
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
    let data: Data?
    /// Whether the caller passes a pointer for an error.
    let passesError: Bool

    /// - Throws: ``VectorError`` for a member that the operation needs and the vector lacks.
    init(_ input: VectorMembers) throws {
        serializer = try Serializer(input)
        data = try input.data("data")
        passesError = try input["passError"] == nil || input.bool("passError")
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
        case "json": return .json(try readingOptions(in: input), removesNulls: try input.bool("removesNulls"))
        case "plist": return .propertyList
        case "image": return .image
        case "xmlparser": return .xmlParser
        case "xmldocument": return .xmlDocument
        case "compound": return .compound(try serializers(of: input))
        case let name: throw VectorError("'serializer' names '\(name)', which is not a known one")
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

    private static func readingOptions(in input: VectorMembers) throws -> JSONSerialization.ReadingOptions {
        let bits = try input.optionalInteger("readingOptions") ?? 0
        guard (0...7).contains(bits) else { throw VectorError("'readingOptions' are not from 0 to 7") }
        let options: [JSONSerialization.ReadingOptions] = [.mutableContainers, .mutableLeaves, .fragmentsAllowed]
        return options.enumerated().reduce(into: []) { if bits & 1 << $1.offset != 0 { $0.insert($1.element) } }
    }

    /// Returns a compound's serializers, which are names, or objects with settings.
    private static func serializers(of input: VectorMembers) throws -> [ResponseInput.Serializer] {
        guard let value = input["serializers"], !input.isNull("serializers") else { return [] }
        guard case .array(let elements) = value else { throw VectorError("'serializers' is not an array") }
        return try elements.map { element in
            switch element {
            case .object(let members): return try Self(VectorMembers(members))
            case .string:
                return try Self(VectorMembers([.init(key: JSONString(text: "serializer"), value: element)]))
            default: throw VectorError("'serializers' has an element that is neither a name nor an object")
            }
        }
    }
}

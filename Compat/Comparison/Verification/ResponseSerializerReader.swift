import URLSerialization
import URLSerializationXML

/// Makes the serializer that a vector describes.
enum ResponseSerializerReader {
    /// The serializer, with what the vector sets on it.
    static func serializer(for input: VectorMembers) throws -> any ResponseSerialization {
        switch try input.text("serializer") {
        case "http": return try configured(HTTPResponseSerializer(), by: input)
        case "json":
            return try configured(
                JSONResponseSerializer(
                    readingOptions: try readingOptions(in: input),
                    nullRemoval: try input.bool("removesNulls") ? .everywhere : .none), by: input)
        case "plist": return try configured(PropertyListResponseSerializer(), by: input)
        case "image": return try configured(ImageResponseSerializer(), by: input)
        case "xmlparser": return try configured(XMLParserResponseSerializer(), by: input)
        case "xmldocument": return try configured(XMLDocumentResponseSerializer(), by: input)
        case "compound": return try compound(input)
        case let name: throw VectorError("'serializer' names '\(name)', which is not a known one")
        }
    }

    private static func configured(
        _ serializer: some HTTPResponseSerialization, by input: VectorMembers
    ) throws -> any ResponseSerialization {
        var serializer = serializer
        try configure(&serializer.configuration, by: input)
        return serializer
    }

    private static func configure(_ configuration: inout HTTPResponseConfiguration, by input: VectorMembers) throws {
        if input.isNull("acceptableStatusCodes") {
            configuration.acceptableStatusCodes = nil
        } else if let bounds = try input.integers("acceptableStatusCodes") {
            guard bounds.count == 2, bounds[0] >= 0, bounds[0] <= bounds[1], bounds[1] < Int.max - 1 else {
                throw VectorError("'acceptableStatusCodes' is not a lowest and a highest code")
            }
            configuration.acceptableStatusCodes = IndexSet(integersIn: bounds[0]...bounds[1])
        }
        if input.isNull("acceptableContentTypes") {
            configuration.acceptableContentTypes = nil
        } else if let contentTypes = try input.texts("acceptableContentTypes") {
            configuration.acceptableContentTypes = Set(contentTypes)
        }
    }

    private static func readingOptions(in input: VectorMembers) throws -> JSONSerialization.ReadingOptions {
        let bits = try input.optionalInteger("readingOptions") ?? 0
        guard (0...7).contains(bits) else { throw VectorError("'readingOptions' are not from 0 to 7") }
        let options: [JSONSerialization.ReadingOptions] = [.mutableContainers, .mutableLeaves, .fragmentsAllowed]
        return options.enumerated().reduce(into: []) { if bits & 1 << $1.offset != 0 { $0.insert($1.element) } }
    }

    /// A compound's serializers are names, or objects with settings of their own.
    private static func compound(_ input: VectorMembers) throws -> any ResponseSerialization {
        var serializer = CompoundResponseSerializer([])
        if let value = input["serializers"], !input.isNull("serializers") {
            guard case .array(let elements) = value else { throw VectorError("'serializers' is not an array") }
            serializer.serializers = try elements.map { element in
                switch element {
                case .object(let members): return try self.serializer(for: VectorMembers(members))
                case .string:
                    return try self.serializer(
                        for: VectorMembers([.init(key: JSONString(text: "serializer"), value: element)]))
                default: throw VectorError("'serializers' has an element that is neither a name nor an object")
                }
            }
        }
        try configure(&serializer.configuration, by: input)
        return serializer
    }
}

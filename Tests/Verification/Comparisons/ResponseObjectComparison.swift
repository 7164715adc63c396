import URLSerialization
import URLSerializationImages
import URLSerializationXML

/// The comparison of the object of a response with a vector.
enum ResponseObjectComparison {
    /// Returns the difference of the object.
    static func mismatch(expected expectation: VectorMembers, actual: Any?) throws -> Mismatch? {
        guard let value = expectation["object"] else { throw VectorError("'object' is missing") }
        // JSON's null is an object too.
        if try expectation.bool("objectIsNil") {
            return Mismatch.ofTexts("object", expected: text(of: nil), actual: text(of: actual))
        }
        if let actual, case .object(let members) = value, members.contains(where: { $0.key.text == "$class" }) {
            return try mismatch(expected: VectorMembers(members), actual: actual)
        }
        guard let actual, let expected = try expectation.typedValue("object") else {
            return Mismatch.ofTexts("object", expected: "an object", actual: text(of: actual))
        }
        return BodyObjectDifference.first(expected: expected, actual: actual, at: "object")?.mismatch
    }

    /// Returns the difference of an object that is recorded by its class and contents.
    private static func mismatch(expected: VectorMembers, actual: Any) throws -> Mismatch? {
        switch try expected.text("$class") {
        case "NSXMLParser":
            return Mismatch.ofTexts(
                "object", expected: "an XML parser",
                actual: actual is XMLParser ? "an XML parser" : text(of: actual))
        case "NSXMLDocument":
            return Mismatch.ofTexts(
                "document", expected: try documentText(of: Data(expected.text("xml").utf8)),
                actual: (actual as? XMLDocument).map(text) ?? text(of: actual))
        case "NSImage":
            let size = try expected.integers("size") ?? []
            return Mismatch.ofTexts(
                "image", expected: size.map(String.init).joined(separator: " × "),
                actual: (actual as? PlatformImage).map(sizeText) ?? text(of: actual))
        case let name: throw VectorError("'$class' names '\(name)', which is not a known one")
        }
    }

    /// Returns the text of the vector's document, as Foundation parses it.
    private static func documentText(of data: Data) throws -> String {
        guard !data.isEmpty, let document = try? XMLDocument(data: data, options: [.nodeLoadExternalEntitiesNever])
        else { throw VectorError("'xml' cannot be parsed") }
        return text(of: document)
    }

    /// Returns the document's content without the declaration, whose spelling is the parser's.
    private static func text(of document: XMLDocument) -> String {
        (document.children ?? []).map(\.xmlString).joined(separator: "\n")
    }

    private static func sizeText(of image: PlatformImage) -> String {
        "\(Int(image.size.width)) × \(Int(image.size.height))"
    }

    /// Returns a short description of an object.
    static func text(of object: Any?) -> String {
        guard let object else { return "no object" }
        return BodyObjectDifference.text(of: object)
    }
}

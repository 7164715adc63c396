import AFNetworkingCompat
import SerializerComparison
import URLSerializationImages
import URLSerializationXML

/// The comparison of the result of serializing a response with a vector. The result is an object, an error, both or
/// neither, so all of it is compared at once.
struct ResponseComparison {
    let vector: Vector
    let rules: ComparisonRules

    /// Returns the differences of the object and the error.
    func mismatches(of object: Any?, _ error: NSError?) throws -> [Mismatch] {
        if rules.difference == .raises {
            // Where AFNetworking raised an exception, there must be an object or an error.
            let isAnswered = object != nil || error != nil
            return Mismatch.ofTexts("object or error", expected: "true", actual: "\(isAnswered)")
        }
        guard vector.expectation["error"] != nil else { throw VectorError("'error' is missing") }
        let expected = try vector.expectation.optionalMembers("error").map(chain)
        return try objectMismatches(of: object)
            + Mismatch.ofTexts("error", expected: expected ?? "no error", actual: error.map(chain) ?? "no error")
            + infoMismatches(of: error)
    }

    // MARK: - Errors

    /// Returns an error and the errors beneath it.
    private func chain(_ error: VectorMembers) throws -> String {
        let beneath = try error.optionalMembers("underlying").map(chain)
        return link(domain: try error.text("domain"), code: try error.integer("code"), beneath)
    }

    private func chain(_ error: NSError) -> String {
        link(domain: error.domain, code: error.code, (error.userInfo[NSUnderlyingErrorKey] as? NSError).map(chain))
    }

    private func link(domain: String, code: Int, _ beneath: String?) -> String {
        let isDecoding = domain != ResponseSerializationError.serializationDomain
        let identity =
            isDecoding && rules.contains(.decodingErrorCode)
            ? "an error of decoding" : ErrorText.identity(domain: domain, code: code)
        return identity + (beneath.map { " over \($0)" } ?? "")
    }

    /// Returns the differences of the error's `userInfo`.
    private func infoMismatches(of error: NSError?) throws -> [Mismatch] {
        guard let error, vector.expectation["errorInfo"] != nil else { return [] }
        let expected = try vector.expectation.members("errorInfo")
        let info = error.userInfo
        func text(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "none" }
        let mismatches =
            try Mismatch.ofTexts(
                "error's response", expected: "\(expected.bool("hasResponse"))",
                actual: "\(info[ResponseSerializationError.responseKey] is URLResponse)")
            + Mismatch.ofTexts(
                "length of the error's data", expected: text(expected.optionalInteger("dataLength")),
                actual: text((info[ResponseSerializationError.dataKey] as? Data)?.count))
            + Mismatch.ofTexts(
                "error's failing URL", expected: text(expected.optionalText("failingURL")),
                actual: text((info[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString))
        // Descriptions of status codes are Foundation's.
        guard let description = try expected.optionalText("localizedDescription") else { return mismatches }
        // This library names a missing content type; AFNetworkingCompat has AFNetworking's description itself.
        let described = (error as? ResponseSerializationError)?.described(by: AFNetworkingSentences.unacceptable)
        return mismatches
            + Mismatch.ofTexts(
                "error's description", expected: description, actual: (described ?? error).localizedDescription)
    }

    // MARK: - Objects

    private func objectMismatches(of actual: Any?) throws -> [Mismatch] {
        guard let value = vector.expectation["object"] else { throw VectorError("'object' is missing") }
        // JSON's null is an object too.
        if try vector.expectation.bool("objectIsNil") {
            return Mismatch.ofTexts("object", expected: Self.text(of: nil), actual: Self.text(of: actual))
        }
        guard let actual else {
            return Mismatch.ofTexts("object", expected: "an object", actual: Self.text(of: nil))
        }
        if let members = value.dictionary, members["$class"] != nil {
            return try mismatches(ofObject: actual, expected: VectorMembers(members))
        }
        guard let expected = try vector.expectation.typedValue("object") else { return [] }
        return ObjectDifference.first(expected: expected, actual: actual, at: "object")
    }

    /// Returns the difference of an object that is recorded by its class and contents.
    private func mismatches(ofObject actual: Any, expected: VectorMembers) throws -> [Mismatch] {
        let (recorded, text): (String, String?)
        switch try expected.text("$class") {
        case "NSXMLParser": (recorded, text) = ("an XML parser", actual is XMLParser ? "an XML parser" : nil)
        case "NSXMLDocument":
            recorded = try Self.documentText(of: Data(expected.text("xml").utf8))
            text = (actual as? XMLDocument).map(Self.text)
        case "NSImage":
            recorded = (try expected.integers("size") ?? []).map(String.init).joined(separator: " × ")
            text = (actual as? PlatformImage).map { "\(Int($0.size.width)) × \(Int($0.size.height))" }
        case let name: throw VectorError("$class", names: name, no: "one")
        }
        return Mismatch.ofTexts("object", expected: recorded, actual: text ?? Self.text(of: actual))
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

    /// Returns a short description of an object.
    static func text(of object: Any?) -> String { object.map { ObjectDifference.text(of: $0) } ?? "no object" }
}

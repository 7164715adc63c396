import SerializerComparison
import URLSerialization

/// The comparison of a request's body with a vector: its bytes if there is only one right spelling, otherwise the
/// object read from them.
struct BodyComparison {
    let vector: Vector
    let rules: ComparisonRules

    /// Returns the differences of the body.
    func mismatches(of body: Data?) throws -> [Mismatch] {
        guard let expected = try vector.expectation.data("body"), let body else {
            return [
                Mismatch.ofTexts(
                    "body", expected: text(of: try vector.expectation.data("body")), actual: text(of: body))
            ]
            .compactMap { $0 }
        }
        switch try vector.input.text("serializer") {
        case "plist":
            let format = try RequestInput.format(in: vector.input)
            let given = try object(of: expected) { try Self.propertyList($0) }
            return [try objectMismatch(expected: given, body) { try Self.propertyList($0, inFormat: format) }]
                .compactMap { $0 }
        case "json":
            let given = try object(of: expected, read: Self.json)
            let object = try objectMismatch(expected: given, body, read: Self.json)
            let isOrdered = try RequestInput.isOrderedOnOneLine(vector.input)
            let hasOneSpelling = !rules.comparesBodyObject && (isOrdered || Self.isDeterminate(expected))
            let bytes = hasOneSpelling ? Mismatch.ofBytes("body", expected: expected, actual: body) : nil
            return [bytes ?? object].compactMap { $0 }
        default:
            return [formMismatch(expected: expected, body)].compactMap { $0 }
        }
    }

    /// Returns the object of the vector's body.
    private func object(of body: Data, read: (Data) throws -> Any) throws -> Any {
        do {
            return try vector.expectation.typedValue("bodyObject") ?? read(body)
        } catch let error as VectorError {
            throw error
        } catch {
            throw VectorError("'body' cannot be read back: \(error.localizedDescription)")
        }
    }

    private func text(of body: Data?) -> String {
        body.map { "'\(String(decoding: $0, as: UTF8.self))'" } ?? "no body"
    }

    private func formMismatch(expected: Data, _ body: Data) -> Mismatch? {
        guard rules.isAnyOrderRight || rules.lacksByteOrderMarks else {
            return Mismatch.ofBytes("body", expected: expected, actual: body)
        }
        return QueryComparison(rules: rules).mismatch(
            "body", expected: String(decoding: expected, as: UTF8.self), actual: String(decoding: body, as: UTF8.self))
    }

    private func objectMismatch(expected: Any, _ body: Data, read: (Data) throws -> Any) throws -> Mismatch? {
        let object: Any
        do {
            object = try read(body)
        } catch {
            return Mismatch.ofTexts(
                "body", expected: "a body that can be read back",
                actual: "\(error.localizedDescription) in \(text(of: body))")
        }
        let parameters = try vector.input.typedValue("parameters")
        return BodyObjectDifference.first(expected: expected, actual: object, given: parameters)?.mismatch
    }

    // MARK: - Reading

    /// Whether JSON has only one spelling, because no object has two members whose order is open.
    private static func isDeterminate(_ body: Data) -> Bool {
        func isDeterminate(_ json: JSONValue) -> Bool {
            switch json {
            case .null, .bool, .number, .string: true
            case .array(let elements): elements.allSatisfy(isDeterminate)
            case .object(let members): members.count <= 1 && members.allSatisfy { isDeterminate($0.value) }
            }
        }
        return (try? JSONValue.read(body)).map(isDeterminate) ?? true
    }

    private static func json(_ body: Data) throws -> Any {
        try JSONValue.read(body).parameters()
    }

    private static func propertyList(
        _ body: Data, inFormat expectedFormat: PropertyListSerialization.PropertyListFormat? = nil
    ) throws -> Any {
        // Foundation judges what the package has written: its own reader would forgive its own mistakes.
        var format = PropertyListSerialization.PropertyListFormat.xml
        let object = try PropertyListSerialization.propertyList(from: body, options: [], format: &format)
        if let expectedFormat, format != expectedFormat {
            throw VectorError("a property list in another format than asked for")
        }
        return object
    }
}

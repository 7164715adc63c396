import SerializerComparison
import URLSerialization

/// The comparison of a request's body with a vector: its bytes if there is only one right spelling, otherwise the
/// object read from them.
struct BodyComparison {
    let vector: Vector
    let rules: ComparisonRules
    let recorded: RecordedRequest

    /// Returns the differences of the body.
    func mismatches(of body: Data?) throws -> [Mismatch] {
        guard let expected = try recorded.body(), let body else {
            return Mismatch.ofTexts("body", expected: text(of: try recorded.body()), actual: text(of: body))
        }
        if vector.operation == "alamofire-jsonencoding" {
            let isOpen = try vector.input.bool("unordered")
            let text = try vector.expectation.optionalText("text").map { Data($0.utf8) }
            let mismatches = try jsonMismatches(expected: expected, body, hasOneSpelling: !isOpen)
            guard mismatches.isEmpty, !isOpen, let text else { return mismatches }
            return Mismatch.ofBytes("text", expected: text, actual: body)
        }
        let isQuery = vector.operation == "alamofire-urlencoding"
        switch isQuery ? .http : try RequestInput.Serializer(vector.input) {
        case .http:
            return Mismatch.ofBytes(
                "body", expected: recorded.normalized(body: expected, isRecorded: true),
                actual: recorded.normalized(body: body, isRecorded: false))
        case .json(let options):
            let isOrdered = options.contains(.sortedKeys) && !options.contains(.prettyPrinted)
            let hasOneSpelling = !rules.contains(.bodyObject) && (isOrdered || Self.isDeterminate(expected))
            return try jsonMismatches(expected: expected, body, hasOneSpelling: hasOneSpelling)
        case .propertyList(let format):
            return try objectMismatches(expected: expected, body) { data in
                // Foundation judges what the package has written: its own reader would forgive its own mistakes.
                var written = format
                let object = try PropertyListSerialization.propertyList(from: data, options: [], format: &written)
                if data == body, written != format {
                    throw VectorError("a property list in another format than asked for")
                }
                return object
            }
        }
    }

    private func text(of body: Data?) -> String {
        body.map { "'\(String(decoding: $0, as: UTF8.self))'" } ?? "no body"
    }

    private func jsonMismatches(expected: Data, _ body: Data, hasOneSpelling: Bool) throws -> [Mismatch] {
        let bytes = hasOneSpelling ? Mismatch.ofBytes("body", expected: expected, actual: body) : []
        guard bytes.isEmpty, !hasOneSpelling || vector.expectation["bodyObject"] != nil else { return bytes }
        return try objectMismatches(expected: expected, body) {
            try PayloadReader().read($0, name: "body").value.get()
        }
    }

    /// Returns the difference between the objects that two bodies represent.
    private func objectMismatches(expected: Data, _ body: Data, read: (Data) throws -> Any) throws -> [Mismatch] {
        let expectedObject: Any
        do {
            expectedObject = try vector.expectation.typedValue("bodyObject") ?? read(expected)
        } catch let error as VectorError {
            throw error
        } catch {
            throw VectorError("'body' cannot be read back: \(error.localizedDescription)")
        }
        do {
            return ObjectDifference.first(
                expected: expectedObject, actual: try read(body), given: try vector.input.typedValue("parameters"))
        } catch {
            return Mismatch.ofTexts(
                "body", expected: "a body that can be read back",
                actual: "\(error.localizedDescription) in \(text(of: body))")
        }
    }

    /// Whether JSON has only one spelling, because no object has two members whose order is open.
    private static func isDeterminate(_ body: Data) -> Bool {
        func isDeterminate(_ json: ParameterValue) -> Bool {
            (json.dictionary?.count ?? 0) <= 1 && json.elements.allSatisfy(isDeterminate)
        }
        return (try? VectorDocument(body)).map { isDeterminate($0.value) } ?? true
    }
}

import URLSerialization

extension JSONValue {
    /// The greatest number of arrays and objects that are nested in each other.
    package static let maximumDepth = 512

    /// Reads JSON in UTF-8 strictly as RFC 8259 has it, and keeps what Foundation's reader loses: the order of keys,
    /// repeated keys, numbers as they are written, unpaired surrogate escapes.
    ///
    /// - Parameters:
    ///   - data: The document, or a line of JSON Lines.
    ///   - firstLine: The number of the first line, which errors name.
    ///   - maximumDepth: The limit of nested arrays and objects.
    /// - Throws: ``JSONReadingError`` naming line, column and reason.
    /// - Complexity: Linear in the number of bytes.
    package static func read(
        _ data: Data, firstLine: Int = 1, maximumDepth: Int = JSONValue.maximumDepth
    ) throws(JSONReadingError) -> JSONValue {
        do throws(UndecodableData) {
            return try JSONDocument(utf8: data).read(into: DocumentSink(), rules: .exact(maximumDepth: maximumDepth))
                .document
        } catch {
            let place = error.problem?.place
            throw JSONReadingError(
                line: firstLine - 1 + (place?.line ?? 1), column: place?.column ?? 1,
                reason: error.problem?.text ?? error.reason)
        }
    }

    /// Reads JSON whose errors are a payload's.
    ///
    /// - Throws: ``PayloadError``.
    static func readPayload(_ data: Data) throws(PayloadError) -> JSONValue {
        do throws(JSONReadingError) {
            return try read(data)
        } catch {
            throw PayloadError(line: error.line, reason: "\(error.reason) (column \(error.column))")
        }
    }

    /// Reads a property list in XML or in binary, whose keys keep their order.
    ///
    /// - Throws: ``PayloadError``.
    static func readPropertyList(_ data: Data) throws(PayloadError) -> JSONValue {
        do throws(UndecodableData) {
            let sink = try PropertyListDocument(data).read(into: DocumentSink())
            if let problem = sink.problem { throw UndecodableData(problem) }
            return sink.document
        } catch {
            let reason = error.reason.trimmingCharacters(in: CharacterSet(charactersIn: "."))
            throw PayloadError(line: error.problem?.place.line, reason: error.problem?.text ?? reason)
        }
    }
}

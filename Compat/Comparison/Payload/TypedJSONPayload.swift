import URLSerialization

/// Reads typed JSON: see ``TypedValueReader`` for its form.
enum TypedJSONPayload {
    /// Reads a payload.
    ///
    /// - Throws: ``PayloadError``.
    static func read(_ data: Data, name: String) throws -> Payload {
        let document = try JSONValue.readPayload(data)
        do throws(ParameterReadingError) {
            return Payload(
                name: name, format: .typedJSON, parameters: try TypedValueReader.read(document),
                losses: RoundedNumbers.losses(inTyped: document))
        } catch {
            throw PayloadError(reason: error.description)
        }
    }
}

import URLSerialization

/// JSON as the tool reads it, payloads and the bodies of requests alike: its errors are a payload's.
enum JSONDocument {
    /// Reads a document.
    ///
    /// - Throws: ``PayloadError``.
    static func read(_ data: Data) throws -> JSONValue {
        do throws(JSONReadingError) {
            return try JSONReader.read(data, maximumDepth: PayloadReader.maximumDepth)
        } catch {
            throw PayloadError(line: error.line, reason: "\(error.reason) (column \(error.column))")
        }
    }
}

import URLSerialization

/// The peer of small parts: a form's body made by appending texts to data, as in countless apps.
///
/// Nothing is escaped or checked and nothing can stream; there is only the finished data.
enum PlainForm {
    /// Returns the body of these parts.
    static func data(of parts: [FormPayload.Part], boundary: MultipartBoundary) -> Data {
        var body = Data()
        for (index, part) in parts.enumerated() {
            if index > 0 { body.append(Data("\r\n".utf8)) }
            body.append(Data("--\(boundary)\r\n".utf8))
            if let fileName = part.fileName {
                let disposition = "Content-Disposition: form-data; name=\"\(part.name)\"; filename=\"\(fileName)\"\r\n"
                body.append(Data(disposition.utf8))
                body.append(Data("Content-Type: \(FormPayload.mediaType)\r\n\r\n".utf8))
            } else {
                body.append(Data("Content-Disposition: form-data; name=\"\(part.name)\"\r\n\r\n".utf8))
            }
            body.append(part.content)
        }
        body.append(Data("\r\n--\(boundary)--\r\n".utf8))
        return body
    }
}

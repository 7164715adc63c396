import URLSerialization

/// A form of many small parts: three fields of text and a file of 200 bytes in turn.
struct FormPayload {
    /// The content of a part.
    struct Part {
        let name: String
        let content: Data
        let fileName: String?
    }

    /// The media type of the files.
    static let mediaType = "text/plain"

    /// The parts.
    let parts: [Part]
    /// The separator of the parts.
    let boundary: MultipartBoundary

    /// Creates a payload of `count` parts.
    init(count: Int) throws {
        boundary = try MultipartBoundary("Boundary+0123456789ABCDEF")
        parts = (0..<count).map { index in
            index % 4 == 3
                ? Part(name: "file_\(index)", content: Data(repeating: 0x2E, count: 200), fileName: "note \(index).txt")
                : Part(name: "field_\(index)", content: Data("the value of \(index)".utf8), fileName: nil)
        }
    }

    /// Returns the parts as a form's body, whose content is not joined yet.
    func body() throws -> MultipartBody {
        var form = MultipartForm(boundary: boundary)
        for part in parts {
            if let fileName = part.fileName {
                try form.append(part.content, name: part.name, fileName: fileName, mediaType: Self.mediaType)
            } else {
                try form.append(part.content, name: part.name)
            }
        }
        return try Self.finish(form)
    }

    /// Returns the body of a form with one file.
    static func body(of file: URL) throws -> MultipartBody {
        var form = MultipartForm()
        try form.append(file: file, name: "file", fileName: "file.bin", mediaType: "application/octet-stream")
        return try finish(form)
    }

    /// Returns the body of a form with one part in memory.
    static func body(of data: Data) throws -> MultipartBody {
        var form = MultipartForm()
        try form.append(data, name: "file", fileName: "file.bin", mediaType: "application/octet-stream")
        return try finish(form)
    }

    private static func finish(_ form: MultipartForm) throws -> MultipartBody {
        guard let body = try form.makeBody() else { throw BenchmarkError.failure("a form without parts") }
        return body
    }
}

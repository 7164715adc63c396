import URLSerialization

/// A form of many small parts: in turn three fields of text and a file of 200 bytes.
struct FormPayload {
    /// A part before it is one.
    struct Part {
        let name: String
        let content: Data
        let fileName: String?
    }

    /// The media type of the files.
    static let mediaType = "text/plain"

    /// The parts.
    let parts: [Part]
    /// What separates them.
    let boundary: MultipartBoundary

    /// A payload of so many parts.
    init(count: Int) throws {
        boundary = try MultipartBoundary("Boundary+0123456789ABCDEF")
        parts = (0..<count).map { index in
            index % 4 == 3
                ? Part(name: "file_\(index)", content: Data(repeating: 0x2E, count: 200), fileName: "note \(index).txt")
                : Part(name: "field_\(index)", content: Data("the value of \(index)".utf8), fileName: nil)
        }
    }

    /// The parts as a form's body, whose content is still apart.
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

    /// The body of a form of one file.
    static func body(of file: URL) throws -> MultipartBody {
        var form = MultipartForm()
        try form.append(file: file, name: "file", fileName: "file.bin", mediaType: "application/octet-stream")
        return try finish(form)
    }

    /// The body of a form of one part in memory.
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

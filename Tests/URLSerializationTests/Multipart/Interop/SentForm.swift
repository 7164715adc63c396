import URLSerialization

/// A form to post, from which the expectations are made as well.
struct SentForm: Sendable {
    var parameters: ParameterValue?
    /// The fields that the traversal makes from the parameters, which are sent first.
    var parameterParts: [SentPart] = []
    /// The parts that the form's closure appends.
    var parts: [SentPart]

    var allParts: [SentPart] { parameterParts + parts }

    func request(to url: URL) async throws -> URLRequest {
        try await HTTPRequestSerializer().multipartRequest(method: .post, url: url, parameters: parameters) { form in
            for part in parts { try await part.append(to: &form) }
        }
    }
}

/// One part of a form: a field, or a file.
struct SentPart: Sendable {
    /// The method by which the part is appended.
    enum Source: Sendable {
        case text, data, stream, chunks, file(URL), headers(HTTPHeaders)
    }

    let name: String
    /// The names of a file; `nil` for a field.
    let file: (name: String, mediaType: String)?
    let content: PartContent
    private let source: Source
    private let data: Data

    init(_ name: String, _ text: String) {
        self.init(name, file: nil, Data(text.utf8), .text)
    }

    init(_ name: String, _ data: Data) {
        self.init(name, file: nil, data, .data)
    }

    /// A file whose bytes are in memory, or come from a stream or a sequence.
    init(_ name: String, fileName: String, mediaType: String, _ data: Data, from source: Source = .data) {
        self.init(name, file: (fileName, mediaType), data, source)
    }

    /// Creates a field whose head is written by hand.
    init(_ name: String, headers: HTTPHeaders, _ data: Data) {
        self.init(name, file: nil, data, .headers(headers))
    }

    /// A file that is read while it is sent, named as it is on the disk.
    init(_ name: String, file: URL, mediaType: String, content: PartContent) {
        self.name = name
        self.file = (file.lastPathComponent, mediaType)
        self.content = content
        source = .file(file)
        data = Data()
    }

    private init(_ name: String, file: (name: String, mediaType: String)?, _ data: Data, _ source: Source) {
        self.name = name
        self.file = file
        self.data = data
        self.source = source
        content = .bytes(data)
    }

    func append(to form: inout MultipartForm) async throws {
        let (fileName, mediaType) = file ?? ("", "")
        switch source {
        case .text:
            try form.append(String(decoding: data, as: UTF8.self), name: name)
        case .data where file == nil:
            try form.append(data, name: name)
        case .data:
            try form.append(data, name: name, fileName: fileName, mediaType: mediaType)
        case .stream:
            try form.append(
                InputStream(data: data), length: Int64(data.count), name: name, fileName: fileName,
                mediaType: mediaType)
        case .chunks:
            let chunks = stride(from: 0, to: data.count, by: 1000).map { data.dropFirst($0).prefix(1000) }
            let stream = AsyncStream { continuation in
                for chunk in chunks { continuation.yield(chunk) }
                continuation.finish()
            }
            try await form.append(stream, name: name, fileName: fileName, mediaType: mediaType)
        case .file(let url):
            try form.append(file: url, name: name)
        case .headers(let headers):
            try form.append(headers: headers, body: data)
        }
    }
}

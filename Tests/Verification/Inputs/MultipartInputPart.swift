import AFNetworkingCompat
import TestSupport
import URLSerialization

/// A part in the input of a vector.
struct MultipartInputPart {
    enum Content {
        /// A file in the scratch folder; without data it does not exist.
        case file(named: String, Data?)
        case url(URL)
        case fileData(Data)
        case formData(Data)
        case stream(Data, declaredLength: Int64)
        case headers([HTTPHeader], Data)
    }

    let content: Content
    /// The field's name; empty for a part with custom headers.
    let name: String
    /// The caller's file name and media type, if there are any.
    let fileName: String?
    let mediaType: String?

    /// Returns the parts of a vector's input, in their order.
    static func parts(of input: VectorMembers) throws -> [MultipartInputPart] {
        try input.objects("parts").map(MultipartInputPart.init)
    }

    private init(_ members: VectorMembers) throws {
        let kind = try members.text("kind")
        let isLabelled = kind == "stream" || kind == "filedata"
        name = kind == "headers" ? "" : try members.text("name")
        fileName = isLabelled ? try members.text("fileName") : try members.optionalText("fileName")
        mediaType = isLabelled || fileName != nil ? try members.text("mimeType") : nil
        switch kind {
        case "file" where members["url"] != nil:
            let text = try members.text("url")
            guard let url = URL(string: text) else { throw VectorError("'url' is not a URL") }
            content = .url(url)
        case "file":
            let file = try members.text("file")
            guard !file.isEmpty, !file.contains("/"), file != ".", file != ".." else {
                throw VectorError("'file' is not the name of a file")
            }
            content = .file(named: file, members["data"] == nil ? nil : try members.data("data"))
        case "filedata": content = .fileData(try Self.data(in: members))
        case "formdata": content = .formData(try Self.data(in: members))
        case "stream":
            let data = try Self.data(in: members)
            content = .stream(data, declaredLength: Int64(try members.optionalInteger("length") ?? data.count))
        case "headers":
            let headers = try members.textsByName("headers").map { HTTPHeader(name: $0.name, value: $0.value) }
            content = .headers(headers, try Self.data(in: members))
        default: throw VectorError("'kind' names '\(kind)', which is not a known one")
        }
    }

    private static func data(in members: VectorMembers) throws -> Data {
        guard let data = try members.data("data") else { throw VectorError("'data' is null") }
        return data
    }

    /// Appends the part to a form, as a caller would.
    func append(to form: inout MultipartForm, in folder: ScratchFolder) throws {
        switch content {
        case .file, .url:
            let file = try url(in: folder)
            if let fileName, let mediaType {
                try form.append(file: file, name: name, fileName: fileName, mediaType: mediaType)
            } else {
                try form.append(file: file, name: name)
            }
        case .fileData(let data):
            try form.append(data, name: name, fileName: fileName ?? "", mediaType: mediaType ?? "")
        case .formData(let data): try form.append(data, name: name)
        case .stream(let data, let length):
            // Data never blocks, so the stream is read while the body is sent, as AFNetworking reads every stream.
            try form.append(
                InputStream(data: data), length: length, name: name, fileName: fileName ?? "",
                mediaType: mediaType ?? "", mayBlock: false)
        case .headers(let headers, let body): try form.append(headers: HTTPHeaders(headers), body: body)
        }
    }

    /// Appends the part to form data, as a caller of AFNetworking would.
    func append(to form: any AFMultipartFormData, in folder: ScratchFolder) throws {
        switch content {
        case .file, .url:
            let file = try url(in: folder)
            if let fileName, let mediaType {
                try form.appendPart(withFileURL: file, name: name, fileName: fileName, mimeType: mediaType)
            } else {
                try form.appendPart(withFileURL: file, name: name)
            }
        case .fileData(let data):
            form.appendPart(withFileData: data, name: name, fileName: fileName ?? "", mimeType: mediaType ?? "")
        case .formData(let data): form.appendPart(withForm: data, name: name)
        case .stream(let data, let length):
            form.appendPart(
                with: InputStream(data: data), name: name, fileName: fileName ?? "", length: length,
                mimeType: mediaType ?? "")
        case .headers(let headers, let body):
            let fields = Dictionary(headers.map { ($0.name, $0.value) }) { _, last in last }
            form.appendPart(withHeaders: fields, body: body)
        }
    }

    /// Returns the URL of the part's file, after writing the file if it has data.
    private func url(in folder: ScratchFolder) throws -> URL {
        switch content {
        case .file(let name, let data):
            let file = URL(fileURLWithPath: folder.url.path + "/" + name, isDirectory: false)
            try data?.write(to: file)
            return file
        case .url(let url): return url
        case .fileData, .formData, .stream, .headers: throw VectorError("the part has no file")
        }
    }
}

extension MultipartInputPart {
    /// The file name that is sent, if there is one.
    var sentFileName: String? {
        switch content {
        case .file(let file, _): fileName ?? file
        case .url(let url): fileName ?? url.lastPathComponent
        case .fileData, .stream: fileName
        case .formData, .headers: nil
        }
    }

    /// Whether the part is a file.
    var isFile: Bool {
        switch content {
        case .file, .url: true
        case .fileData, .formData, .stream, .headers: false
        }
    }

    /// Whether the library derives the media type from the file's extension.
    var hasDerivedMediaType: Bool { isFile && mediaType == nil }

    /// The error of a stream that contradicts its length; `nil` if it does not.
    var contradiction: RequestSerializationError.Code? {
        guard case .stream(let data, let length) = content, length >= 0, length != data.count else { return nil }
        return length < data.count ? .sourceTooLong : .sourceTooShort
    }

    /// The error with which the library refuses a part that AFNetworking sends; `nil` if it does not.
    var refusal: RequestSerializationError.Code? {
        switch content {
        case .headers(let headers, _):
            return headers.contains { HTTPSyntax.hasControls($0.value) || !HTTPSyntax.isToken($0.name) }
                ? .invalidHeader : nil
        case .stream(_, let length) where length < 0: return .invalidPartLength
        default:
            if MultipartNames.isRefused(name, isFile: sentFileName != nil)
                || MultipartNames.isRefused(sentFileName ?? "", isFile: false)
            {
                return .invalidPartName
            }
            return HTTPSyntax.hasControls(mediaType ?? "") ? .invalidHeader : nil
        }
    }
}

/// A request with a multipart form, made by a module.
struct MultipartRequest {
    /// The error of appending each of the vector's parts, `nil` for success.
    let partErrors: [(any Error)?]
    let request: URLRequest
    /// The same request with the boundary that the module chooses.
    let requestOfDefaultBoundary: URLRequest
    /// The request's boundary; empty if the form has no parts.
    let boundary: String
}

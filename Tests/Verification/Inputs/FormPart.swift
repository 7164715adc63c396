import AFNetworkingCompat
import TestSupport
import URLSerialization

/// A part in the input of a vector.
struct FormPart {
    enum Kind: String {
        case file
        case fileData = "filedata"
        case formData = "formdata"
        case stream, headers
    }

    let kind: Kind
    /// The field's name; empty for a part with custom headers.
    let name: String
    /// The caller's file name and media type, if there are any.
    let fileName: String?
    let mediaType: String?
    /// A file's name in the scratch folder, or its URL.
    private let file: String?
    private let url: URL?
    /// The content; `nil` for a file that does not exist.
    private let data: Data?
    /// The content's length as declared.
    private let length: Int
    private let headers: [HTTPHeader]

    /// Returns the parts of a vector's input, in their order.
    static func parts(of input: VectorMembers) throws -> [FormPart] { try input.objects("parts").map(FormPart.init) }

    private init(_ part: VectorMembers) throws {
        let name = try part.text("kind")
        guard let kind = Kind(rawValue: name) else { throw VectorError("kind", names: name, no: "one") }
        let isLabelled = kind == .stream || kind == .fileData
        self.kind = kind
        self.name = kind == .headers ? "" : try part.text("name")
        fileName = isLabelled ? try part.text("fileName") : try part.optionalText("fileName")
        mediaType = isLabelled || fileName != nil ? try part.text("mimeType") : nil
        url = kind == .file && part["url"] != nil ? try part.url("url") : nil
        file = kind == .file && url == nil ? try part.text("file") : nil
        if let file, ["", ".", ".."].contains(file) || file.contains("/") {
            throw VectorError("'file' is not the name of a file")
        }
        data = kind != .file ? try part.data("data") : part["data"] == nil ? nil : try part.optionalData("data")
        length = try part.optionalInteger("length") ?? data?.count ?? 0
        let fields = try kind == .headers ? part.textsByName("headers") : []
        headers = fields.map { HTTPHeader(name: $0.name, value: $0.value) }
    }

    // MARK: - Appending

    /// Appends the part to a form, as a caller would.
    func append(to form: inout MultipartForm, in folder: ScratchFolder) throws {
        let (data, label) = (data ?? Data(), (fileName: fileName ?? "", mediaType: mediaType ?? ""))
        switch kind {
        case .file where fileName == nil: try form.append(file: fileURL(in: folder), name: name)
        case .file:
            try form.append(
                file: fileURL(in: folder), name: name, fileName: label.fileName, mediaType: label.mediaType)
        case .fileData: try form.append(data, name: name, fileName: label.fileName, mediaType: label.mediaType)
        case .formData: try form.append(data, name: name)
        case .stream:
            // Data never blocks, so the stream is read while the body is sent, as AFNetworking reads every stream.
            try form.append(
                InputStream(data: data), length: Int64(length), name: name, fileName: label.fileName,
                mediaType: label.mediaType, mayBlock: false)
        case .headers: try form.append(headers: HTTPHeaders(headers), body: data)
        }
    }

    /// Appends the part to form data, as a caller of AFNetworking would.
    func append(to form: any AFMultipartFormData, in folder: ScratchFolder) throws {
        let (data, label) = (data ?? Data(), (fileName: fileName ?? "", mediaType: mediaType ?? ""))
        switch kind {
        case .file where fileName == nil: try form.appendPart(withFileURL: fileURL(in: folder), name: name)
        case .file:
            try form.appendPart(
                withFileURL: fileURL(in: folder), name: name, fileName: label.fileName, mimeType: label.mediaType)
        case .fileData:
            form.appendPart(withFileData: data, name: name, fileName: label.fileName, mimeType: label.mediaType)
        case .formData: form.appendPart(withForm: data, name: name)
        case .stream:
            form.appendPart(
                with: InputStream(data: data), name: name, fileName: label.fileName, length: Int64(length),
                mimeType: label.mediaType)
        case .headers:
            form.appendPart(withHeaders: Dictionary(headers.map { ($0.name, $0.value) }) { $1 }, body: data)
        }
    }

    /// Returns the URL of the part's file, after writing the file if it has data.
    private func fileURL(in folder: ScratchFolder) throws -> URL {
        if let url { return url }
        let url = URL(fileURLWithPath: folder.url.path + "/" + (file ?? ""), isDirectory: false)
        try data?.write(to: url)
        return url
    }

    // MARK: - Expectations

    /// The file name that is sent, if there is one.
    var sentFileName: String? {
        switch kind {
        case .file: fileName ?? file ?? url?.lastPathComponent
        case .fileData, .stream: fileName
        case .formData, .headers: nil
        }
    }

    /// Whether the library derives the media type from the file's extension.
    var hasDerivedMediaType: Bool { kind == .file && mediaType == nil }

    /// The number of bytes by which a stream is longer than declared.
    var excess: Int { kind == .stream ? (data?.count ?? 0) &- length : 0 }

    /// The error of a stream that contradicts its length; `nil` if it does not.
    var contradiction: RequestSerializationError.Code? {
        guard length >= 0, excess != 0 else { return nil }
        return excess > 0 ? .sourceTooLong : .sourceTooShort
    }

    /// The error with which the library refuses a part that AFNetworking sends; `nil` if it does not.
    var refusal: RequestSerializationError.Code? {
        if kind == .headers {
            return headers.contains { HTTPSyntax.hasControls($0.value) || !HTTPSyntax.isToken($0.name) }
                ? .invalidHeader : nil
        }
        if kind == .stream, length < 0 { return .invalidPartLength }
        if FormNames.isRefused(name, isFile: sentFileName != nil)
            || FormNames.isRefused(sentFileName ?? "", isFile: false)
        {
            return .invalidPartName
        }
        return HTTPSyntax.hasControls(mediaType ?? "") ? .invalidHeader : nil
    }
}

import AFNetworkingCompat
import Testing

/// A multipart form as it is sent: the body stream read to its end, and the values of the head.
struct SentForm {
    let boundary: String
    let bytes: Data
    let contentLength: String?
    /// The result of the last read: 0 at the end, -1 for an error.
    let lastRead: Int
    let streamError: (any Error)?

    init(_ request: NSMutableURLRequest) throws {
        try self.init(request.value)
    }

    init(_ request: URLRequest) throws {
        let prefix = "multipart/form-data; boundary="
        let type = try #require(request.contentType)
        try #require(type.hasPrefix(prefix))
        boundary = String(type.dropFirst(prefix.count))
        contentLength = request.value(forHTTPHeaderField: "Content-Length")
        let stream = try #require(request.httpBodyStream)
        stream.open()
        defer { stream.close() }
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 1000)
        var count = 0
        repeat {
            count = stream.read(&buffer, maxLength: buffer.count)
            bytes.append(contentsOf: buffer.prefix(max(count, 0)))
        } while count > 0
        self.bytes = bytes
        lastRead = count
        streamError = count < 0 ? stream.streamError : nil
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The body of these parts, each with its headers, a blank line and its content.
    func expected(_ parts: String...) -> String {
        "--\(boundary)\r\n" + parts.joined(separator: "\r\n--\(boundary)\r\n") + "\r\n--\(boundary)--\r\n"
    }

    static func field(_ name: String, _ value: String) -> String {
        "Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)"
    }

    static func file(_ name: String, _ fileName: String, _ type: String, _ content: String) -> String {
        "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(fileName)\"\r\nContent-Type: \(type)\r\n\r\n"
            + content
    }
}

extension AFHTTPRequestSerializer {
    /// A POST of a form, to a fixed URL.
    func form(
        _ parameters: [String: Any]? = nil, _ block: ((any AFMultipartFormData) -> Void)? = nil
    ) throws -> NSMutableURLRequest {
        try multipartFormRequest(
            withMethod: "POST", urlString: "https://example.com/p", parameters: parameters, constructingBodyWith: block)
    }
}

import AFNetworkingCompat
import Testing

@testable import LegacyClient

@Suite struct PhotoUploadTests {
    /// A form as it is sent, with the boundary replaced.
    static let form = """
        --B
        Content-Disposition: form-data; name="order[id]"

        7
        --B
        Content-Disposition: form-data; name="order[tags][]"

        a
        --B
        Content-Disposition: form-data; name="order[tags][]"

        b
        --B
        Content-Disposition: form-data; name="photo"; filename="photo.jpg"
        Content-Type: image/jpeg

        JPEG
        --B
        Content-Disposition: form-data; name="thumbnail"; filename="thumbnail.png"
        Content-Type: image/png

        PNG
        --B
        Content-Disposition: form-data; name="note"

        für dich
        --B
        Content-Disposition: form-data; name="log"; filename="log.txt"
        Content-Type: text/plain

        line
        --B
        Content-Disposition: form-data; name="meta"
        Content-Type: application/json

        {"version":1}
        --B--

        """.replacingOccurrences(of: "\n", with: "\r\n")

    static func photo(at file: URL) -> PhotoUpload {
        let photo = PhotoUpload(orderID: 7)
        photo.fileURL = file
        photo.thumbnail = Data("PNG".utf8)
        photo.note = "für dich"
        photo.log = "line"
        return photo
    }

    /// A body with its boundary replaced.
    static func text(of body: Data, contentType: String?) throws -> String {
        let prefix = "multipart/form-data; boundary="
        let type = try #require(contentType)
        try #require(type.hasPrefix(prefix))
        return String(decoding: body, as: UTF8.self)
            .replacingOccurrences(of: type.dropFirst(prefix.count), with: "B")
    }

    static func withFile<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
        try Data("JPEG".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file)
    }

    private func body(of request: NSMutableURLRequest) throws -> Data {
        let stream = try #require((request as URLRequest).httpBodyStream)
        stream.open()
        defer { stream.close() }
        var body = Data()
        var buffer = [UInt8](repeating: 0, count: 100)
        while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 { body += buffer[..<count] }
        return body
    }

    @Test(arguments: [false, true]) func partsAreSentInTheirOrder(_ isReplacement: Bool) async throws {
        try await Self.withFile { file in
            let photo = Self.photo(at: file)
            let serializer = AFHTTPRequestSerializer()
            let url = "http://example.com/photos"
            let request =
                try isReplacement
                ? photo.replacementRequest(serializer: serializer, urlString: url)
                : photo.request(serializer: serializer, urlString: url)
            let body = try body(of: request)
            #expect(request.httpMethod == (isReplacement ? "PUT" : "POST"))
            #expect(request.value(forHTTPHeaderField: "Content-Length") == "\(body.count)")
            let type = request.value(forHTTPHeaderField: "Content-Type")
            #expect(try Self.text(of: body, contentType: type) == Self.form)
        }
    }

    @Test func missingFileIsTheError() throws {
        let photo = Self.photo(at: URL(fileURLWithPath: "/nonexistent/photo.jpg"))
        let error = #expect(throws: NSError.self) {
            try photo.request(serializer: AFHTTPRequestSerializer(), urlString: "http://example.com/")
        }
        #expect(error?.domain == AFURLRequestSerializationErrorDomain)
        #expect(error?.code == NSURLErrorBadURL)
    }
}

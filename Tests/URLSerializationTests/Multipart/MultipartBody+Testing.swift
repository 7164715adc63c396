import Testing
import URLSerialization

extension MultipartBoundary {
    static var fixed: MultipartBoundary {
        get throws { try MultipartBoundary("B") }
    }
}

extension MultipartForm {
    /// A form with the boundary `B`.
    static var fixed: MultipartForm {
        get throws { MultipartForm(boundary: try .fixed) }
    }

    /// The body of the form; a form without parts is a failure of the test.
    var body: MultipartBody {
        get throws { try #require(try makeBody()) }
    }

    /// The observable state of the form: its number of parts and the bytes of its body.
    var snapshot: String {
        get throws { "\(partCount) \(try makeBody()?.text ?? "no body")" }
    }
}

extension MultipartBody {
    /// A body with the boundary `B`.
    static func making(_ build: (inout MultipartForm) throws -> Void) throws -> MultipartBody {
        var form = try MultipartForm.fixed
        try build(&form)
        return try form.body
    }

    /// A body whose only part is read from a file.
    static func making(file: URL) throws -> MultipartBody {
        try making { try $0.append(file: file, name: "f", fileName: "n", mediaType: "m/t") }
    }

    var text: String {
        get throws { String(decoding: try data(), as: UTF8.self) }
    }

    /// Returns an open stream of the body.
    func openStream() throws -> MultipartBodyStream {
        let stream = try makeStream()
        stream.open()
        return stream
    }

    /// The error with which reading the body ends; `nil` if it can be read.
    var failure: RequestSerializationError? { Result { try data() }.failure as? RequestSerializationError }

    /// Returns a part read from a file, a stream or a sequence, in a body with the boundary `B`.
    static func text(ofFile content: String) -> String {
        "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\nContent-Type: m/t\r\n\r\n\(content)"
            + "\r\n--B--\r\n"
    }

    /// Returns form fields in a body with the boundary `B`.
    static func text(ofFields fields: [(name: String, value: String)]) -> String {
        fields.map { "--B\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.value)\r\n" }.joined()
            + "--B--\r\n"
    }
}

extension InputStream {
    /// Reads to the end, or to an error, with reads of the given sizes in turn.
    ///
    /// - Returns: The bytes, and the result of the last read: 0 at the end, or that of an error.
    func readToEnd(sizes: [Int] = [4096]) -> (bytes: Data, last: Int) {
        var bytes = Data()
        for turn in 0... {
            let size = sizes[turn % sizes.count]
            var buffer = [UInt8](repeating: 0xEE, count: size)
            let count = read(&buffer, maxLength: size)
            guard count > 0 else { return (bytes, count) }
            bytes.append(contentsOf: buffer.prefix(count))
        }
        return (bytes, 0)
    }

    /// Reads at most `size` bytes once.
    func readOnce(_ size: Int) -> (text: String, count: Int) {
        var buffer = [UInt8](repeating: 0xEE, count: max(size, 1))
        let count = read(&buffer, maxLength: size)
        return (String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self), count)
    }
}

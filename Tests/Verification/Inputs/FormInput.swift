import TestSupport
import URLSerialization

/// A vector's input for a request with a multipart form.
struct FormInput {
    /// The boundary of forms that are read, if it can be chosen. It is as long as those that the library chooses.
    static let boundary = "Boundary+0123456789ABCDEF"
    private static let largestReadSize = 1 << 24

    let method: String
    let url: String
    let parameters: Any?
    let parts: [FormPart]
    /// The number of bytes of a read. The default is not a power of two, and less than most bodies.
    let readSize: Int

    /// - Throws: ``VectorError`` for a member that the operation needs and the vector lacks.
    init(_ input: VectorMembers) throws {
        method = try input.text("method")
        url = try input.text("url")
        parameters = try input.typedValue("parameters")
        parts = try FormPart.parts(of: input)
        readSize = try input.optionalInteger("readSize") ?? 97
        guard (1...Self.largestReadSize).contains(readSize) else {
            throw VectorError("'readSize' is not from 1 to \(Self.largestReadSize)")
        }
    }

    /// Returns the error of appending each part, `nil` for success.
    func partErrors(_ append: (FormPart) throws -> Void) -> [(any Error)?] {
        parts.map { part in
            do {
                try append(part)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Opens a stream and reads it to its end, but not far beyond the length that the request declares.
    fileprivate func read(_ stream: InputStream, of request: URLRequest) -> FormAnswer.Reading {
        let declared = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) } ?? 0
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: readSize)
        stream.open()
        defer { stream.close() }
        while bytes.count <= declared {
            let count = stream.read(&buffer, maxLength: readSize)
            guard (0...readSize).contains(count) else {
                return FormAnswer.Reading(
                    bytes: bytes, error: stream.streamError ?? VectorError("a read answered \(count)"))
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return FormAnswer.Reading(bytes: bytes, error: nil)
    }
}

/// A request with a multipart form, made by a module.
struct FormRequest {
    /// The error of appending each of the vector's parts, `nil` for success.
    let partErrors: [(any Error)?]
    let request: URLRequest
    /// The same request with the boundary that the module chooses.
    let requestOfDefaultBoundary: URLRequest
    /// The request's boundary; empty if the form has no parts.
    let boundary: String
}

/// The results of building a multipart form and reading its body through the request's stream.
struct FormAnswer {
    /// The bytes of a stream up to its end or its error.
    struct Reading {
        let bytes: Data
        let error: (any Error)?
    }

    let made: FormRequest
    /// The reading of the request's stream; `nil` if there is none, because the form has no parts.
    let reading: Reading?
    /// The reading of the stream after it was opened again; `nil` if a part can be read only once.
    let secondReading: Reading?

    /// The `Content-Length` that would be sent, or 0.
    var contentLength: Int64 { made.request.multipartBody?.contentLength ?? 0 }
}

extension FormAnswer {
    /// Builds a form by a module's function and reads it.
    ///
    /// - Throws: The library's error. A part that cannot be appended is not one.
    init(to input: FormInput, by make: (FormInput, ScratchFolder) throws -> FormRequest) throws {
        let folder = try ScratchFolder()
        // The files must exist until the body has been read.
        defer { withExtendedLifetime(folder) {} }
        made = try make(input, folder)
        let request = made.request
        reading = request.httpBodyStream.map { input.read($0, of: request) }
        let isRepeatable = request.multipartBody?.isRepeatable == true
        secondReading = isRepeatable ? request.httpBodyStream.map { input.read($0, of: request) } : nil
    }
}

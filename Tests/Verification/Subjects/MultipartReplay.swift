import TestSupport
import URLSerialization

/// The replay of a vector's form, which builds the form and reads it through the request's stream.
struct MultipartReplay {
    /// The boundary of forms that are read, if it can be chosen. It is as long as those that the library chooses.
    static let boundary = "Boundary+0123456789ABCDEF"
    /// The number of bytes of a read unless the vector has one. It is not a power of two, and less than most bodies.
    private static let defaultReadSize = 97
    private static let largestReadSize = 1 << 24

    let method: String
    let url: String
    let parameters: Any?
    let parts: [MultipartInputPart]
    let readSize: Int

    /// - Throws: ``VectorError`` for a member that the operation needs and the vector lacks.
    init(_ input: VectorMembers) throws {
        method = try input.text("method")
        url = try input.text("url")
        parameters = try input.typedValue("parameters")
        parts = try MultipartInputPart.parts(of: input)
        readSize = try input.optionalInteger("readSize") ?? Self.defaultReadSize
        guard (1...Self.largestReadSize).contains(readSize) else {
            throw VectorError("'readSize' is not from 1 to \(Self.largestReadSize)")
        }
    }

    /// - Throws: The library's error. A part that cannot be appended is not one.
    func answer(by subject: some VectorSubject = CoreSubject()) throws -> MultipartAnswer {
        let folder = try ScratchFolder()
        // The files must exist until the body has been read.
        defer { withExtendedLifetime(folder) {} }
        let made = try subject.form(self, in: folder)
        let request = made.request
        let reading = request.httpBodyStream.map { read($0, of: request) }
        let isRepeatable = request.multipartBody?.isRepeatable == true
        return MultipartAnswer(
            partErrors: made.partErrors, request: request, requestOfDefaultBoundary: made.requestOfDefaultBoundary,
            reading: reading, secondReading: isRepeatable ? request.httpBodyStream.map { read($0, of: request) } : nil,
            boundary: made.boundary)
    }

    /// Opens a stream and reads it to its end, but not far beyond the length that the request declares.
    private func read(_ stream: InputStream, of request: URLRequest) -> MultipartAnswer.Reading {
        let declared = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) } ?? 0
        var bytes = Data()
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: readSize)
        defer { buffer.deallocate() }
        stream.open()
        defer { stream.close() }
        while let base = buffer.baseAddress, bytes.count <= declared {
            let count = stream.read(base, maxLength: readSize)
            guard (0...readSize).contains(count) else {
                return MultipartAnswer.Reading(
                    bytes: bytes, error: stream.streamError ?? VectorError("a read answered \(count)"))
            }
            guard count > 0 else { break }
            bytes.append(base, count: count)
        }
        return MultipartAnswer.Reading(bytes: bytes, error: nil)
    }
}

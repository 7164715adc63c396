import URLSerialization

/// A multipart form under construction (Alamofire's `MultipartFormData`), on top of the core's `MultipartForm`.
///
/// ```swift
/// let form = MultipartFormData()
/// form.append(Data("At the sea".utf8), withName: "caption")
/// form.append(photo, withName: "photo")
/// request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
/// request.httpBody = try form.encode()
/// ```
///
/// Appending never throws: the first failure is kept and thrown when the form is encoded. Headers are written in their
/// order, and boundaries as in Alamofire. There are these deliberate differences:
///
/// - In names and file names `"`, CR and LF are written `%22`, `%0D` and `%0A`. Alamofire writes them unchanged, so a
///   name can add headers.
/// - A form with NUL in a name, a backslash at its end, an invalid header, or a boundary that RFC 2046 does not allow,
///   cannot be encoded (``AFError/MultipartEncodingFailureReason/outputStreamWriteFailed(error:)``).
/// - A part with fewer bytes than declared is also an error in ``writeEncodedData(to:)``, where Alamofire writes a body
///   that ends early.
/// - A form of data and files can be encoded any number of times. In Alamofire the second encoding fails; here it fails
///   only for a form with a stream.
/// - A missing file is ``AFError/MultipartEncodingFailureReason/bodyPartFileNotReachableWithError(atURL:error:)`` on
///   every system; Alamofire reports a directory on Linux. Named pipes and devices are refused in the same way.
/// - The media type of a file comes from the core's table; Alamofire asks the system, and has none on Linux.
///
/// To stream a form instead of holding it in memory, use the core: `HTTPRequestSerializer().multipartRequest`.
open class MultipartFormData {
    /// The length up to which Alamofire encodes a form in memory, in bytes. Nothing here depends on it.
    public static let encodingMemoryThreshold: UInt64 = 10_000_000

    /// The `Content-Type` of a request with the form.
    open lazy var contentType: String = "multipart/form-data; boundary=\(boundary)"

    /// The length of the parts' contents in bytes, without boundaries and headers; at most 2⁶⁴ − 1.
    public private(set) var contentLength: UInt64 = 0

    /// The text that separates the parts, without its leading `--`.
    public let boundary: String

    private let fileManager: FileManager
    private var form: MultipartForm
    /// The streams among the parts, which report how far they were read.
    private var streams: [LentStream] = []
    /// The first failure, of the boundary or of a part, which encoding throws.
    private var failure: AFError?

    /// Creates a form without parts. An invalid boundary is an error when the form is encoded.
    ///
    /// - Parameters:
    ///   - fileManager: The file manager that checks whether the output file exists.
    ///   - boundary: 1 to 70 ASCII letters, digits, spaces and `'()+_,-./:=?`, the last not a space; `nil` for a random
    ///     one in Alamofire's form: `alamofire.boundary.` and 16 hexadecimal digits.
    public init(fileManager: FileManager = .default, boundary: String? = nil) {
        self.fileManager = fileManager
        self.boundary = boundary ?? Self.randomBoundary()
        do throws(RequestSerializationError) {
            form = MultipartForm(boundary: try MultipartBoundary(self.boundary))
        } catch {
            form = MultipartForm()
            failure = .multipartEncodingFailed(reason: .outputStreamWriteFailed(error: error))
        }
    }

    private static func randomBoundary() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return "alamofire.boundary." + String(repeating: "0", count: 16 - digits.count) + digits
    }

    // MARK: - Encoding

    /// Returns the whole body in memory, which is empty without parts.
    ///
    /// - Throws: ``AFError/multipartEncodingFailed(reason:)`` with the first failure of an append, or of reading a
    ///   part.
    public func encode() throws -> Data {
        try encoded(cuttingStreams: false) { body in try body?.data() ?? Data() }
    }

    /// Writes the body to a new file.
    ///
    /// The file appears once it is complete, and not at all if the writing fails; Alamofire leaves a partial file. The
    /// memory used does not depend on the length. Bytes of a stream beyond its length are left out, as in Alamofire.
    ///
    /// - Parameter fileURL: The file's URL.
    /// - Throws: The errors of ``encode()``, and ``AFError/multipartEncodingFailed(reason:)`` for a file that already
    ///   exists or cannot be written.
    public func writeEncodedData(to fileURL: URL) throws {
        if let failure { throw failure }
        guard fileURL.isFileURL else {
            throw AFError.multipartEncodingFailed(reason: .outputStreamURLInvalid(url: fileURL))
        }
        guard !fileManager.fileExists(atPath: fileURL.path) else {
            throw AFError.multipartEncodingFailed(reason: .outputStreamFileAlreadyExists(at: fileURL))
        }
        try encoded(cuttingStreams: true) { body in
            if let body { try body.content.write(to: fileURL) } else { try Data().write(to: fileURL) }
        }
    }

    private func encoded<Result>(
        cuttingStreams isCut: Bool, by encode: (MultipartBody?) throws -> Result
    ) throws -> Result {
        if let failure { throw failure }
        for stream in streams { stream.cutAtLength(isCut) }
        do {
            return try encode(form.makeBody())
        } catch {
            throw AFError.multipartEncodingFailed(reason: reason(of: error))
        }
    }

    private func reason(of error: any Error) -> AFError.MultipartEncodingFailureReason {
        switch (error as? RequestSerializationError)?.code {
        case .sourceTooShort, .sourceTooLong:
            // Parts are read in turn, so among the streams that were read, only the failed one has a count that differs
            // from its length. If there is none, a file failed.
            for stream in streams {
                guard let count = stream.bytesRead, count != stream.length else { continue }
                let lengths = AFError.UnexpectedInputStreamLength(
                    bytesExpected: UInt64(stream.length), bytesRead: UInt64(count))
                return .inputStreamReadFailed(error: lengths)
            }
            return .inputStreamReadFailed(error: error)
        case .unreadableSource, .sourceConsumed, .unusableFile: return .inputStreamReadFailed(error: error)
        default: return .outputStreamWriteFailed(error: error)
        }
    }

    // MARK: - Appending

    /// Appends a part, or keeps the failure.
    func append(_ content: PartContent, part: String, headers: () throws(RequestSerializationError) -> HTTPHeaders) {
        do throws(RequestSerializationError) {
            let length = try form.append(headersInOrder: headers()) { () throws(RequestSerializationError) in
                try content.segment(of: part)
            }
            let (sum, overflow) = contentLength.addingReportingOverflow(UInt64(length))
            contentLength = overflow ? .max : sum
            if case .stream(let stream) = content { streams.append(stream) }
        } catch {
            fail(Self.reason(of: error, appending: content))
        }
    }

    func fail(_ reason: AFError.MultipartEncodingFailureReason) {
        if failure == nil { failure = .multipartEncodingFailed(reason: reason) }
    }

    private static func reason(
        of error: RequestSerializationError, appending content: PartContent
    ) -> AFError.MultipartEncodingFailureReason {
        guard error.code == .unusableFile, case .file(let url) = content else {
            return .outputStreamWriteFailed(error: error)
        }
        let isDirectory = (error.underlyingError as? NSError)?.code == Int(EISDIR)
        return isDirectory
            ? .bodyPartFileIsDirectory(at: url) : .bodyPartFileNotReachableWithError(atURL: url, error: error)
    }
}

enum PartContent {
    case data(Data)
    /// A regular file, which is read with the body.
    case file(URL)
    /// A stream, which is read once, with the body.
    case stream(LentStream)

    /// - Throws: ``RequestSerializationError`` for a file that cannot be used.
    fileprivate func segment(of part: String) throws(RequestSerializationError) -> BodySegment {
        switch self {
        case .data(let data): .bytes(data)
        case .file(let url): .source(try FileSource(url, part: part), part: part)
        case .stream(let stream): .source(stream, part: part)
        }
    }
}

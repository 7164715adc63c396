/// The answer of a data or upload request whose failure is an `AFError`.
public typealias AFDataResponse<Success> = AFResponse<Success, AFError>
/// The answer of a download whose failure is an `AFError`.
public typealias AFDownloadResponse<Success> = AFResponse<Success, AFError>
/// A result whose failure is an `AFError`.
public typealias AFResult<Success> = Result<Success, AFError>
/// The answer of a data or upload request.
public typealias DataResponse<Success, Failure: Error> = AFResponse<Success, Failure>
/// The answer of a download, with its file in ``AFResponse/fileURL``.
public typealias DownloadResponse<Success, Failure: Error> = AFResponse<Success, Failure>

/// The answer of a request, and the value that a serializer decoded.
///
/// Alamofire's `DataResponse` and `DownloadResponse` are one type here.
public struct AFResponse<Success, Failure: Error> {
    /// The request as it was sent last, or `nil` if it could not be built.
    public let request: URLRequest?
    /// The server's response, or `nil` if none was received.
    public let response: HTTPURLResponse?
    /// The metrics of the last task. Always `nil`, because programs cannot create `URLSessionTaskMetrics`.
    public let metrics: URLSessionTaskMetrics?
    /// The time that the serializer took, in seconds.
    public let serializationDuration: TimeInterval
    /// The serializer's value, or the error of the request or the serializer.
    public let result: Result<Success, Failure>

    /// The received body, or `nil` if it is empty or was written to a file.
    public let data: Data?
    /// The URL of the received file, or `nil` if the body is in memory, is incomplete or could not be moved.
    public let fileURL: URL?
    /// The data for resuming a cancelled or failed download, or `nil` if it cannot be resumed.
    public let resumeData: Data?

    /// The value of a success, or `nil` for a failure.
    public var value: Success? { try? result.get() }
    /// The error of a failure, or `nil` for a success.
    public var error: Failure? { if case .failure(let error) = result { error } else { nil } }

    /// Creates an answer: with `data` for a data or upload request, with `fileURL` and `resumeData` for a download.
    public init(
        request: URLRequest?, response: HTTPURLResponse?, data: Data? = nil, fileURL: URL? = nil,
        resumeData: Data? = nil, metrics: URLSessionTaskMetrics?, serializationDuration: TimeInterval,
        result: Result<Success, Failure>
    ) {
        (self.request, self.response, self.metrics) = (request, response, metrics)
        (self.data, self.fileURL, self.resumeData) = (data, fileURL, resumeData)
        (self.serializationDuration, self.result) = (serializationDuration, result)
    }

    /// Returns the answer with another result.
    func with<Value, Problem: Error>(_ result: Result<Value, Problem>) -> AFResponse<Value, Problem> {
        AFResponse<Value, Problem>(
            request: request, response: response, data: data, fileURL: fileURL, resumeData: resumeData,
            metrics: metrics, serializationDuration: serializationDuration, result: result)
    }

    /// Returns the answer with its value transformed.
    public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> AFResponse<NewSuccess, Failure> {
        with(result.map(transform))
    }

    /// Returns the answer with its value transformed; an error that the closure throws becomes the result's.
    public func tryMap<NewSuccess>(
        _ transform: (Success) throws -> NewSuccess
    ) -> AFResponse<NewSuccess, any Error> { with(Result { try transform(result.get()) }) }

    /// Returns the answer with its error transformed.
    public func mapError<NewFailure: Error>(
        _ transform: (Failure) -> NewFailure
    ) -> AFResponse<Success, NewFailure> { with(result.mapError(transform)) }

    /// Returns the answer with its error transformed; an error that the closure throws becomes the result's.
    public func tryMapError<NewFailure: Error>(
        _ transform: (Failure) throws -> NewFailure
    ) -> AFResponse<Success, any Error> {
        do { return with(.success(try result.get())) } catch {
            return with(Result { throw try transform(error) })
        }
    }
}

extension AFResponse: Sendable where Success: Sendable {}

extension AFResponse: CustomStringConvertible, CustomDebugStringConvertible {
    /// The result as Swift prints it, without the request and the response.
    public var description: String { "\(result)" }

    /// The request, the response, the body or the file, and the result, for a developer. Text bodies are included up to
    /// 100,000 bytes.
    public var debugDescription: String {
        guard let request else { return "[Request]: None\n[Result]: \(result)" }
        var lines = ["[Request]: \(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"]
        lines += ["[Request Headers]:", "\(request.headers)"]
        lines += ["[Request Body]:", Self.text(request.httpBody, of: request.headers)]
        if let response {
            lines += ["[Response]:", "[Status Code]: \(response.statusCode)", "[Headers]:", "\(response.headers)"]
            lines += fileURL.map { ["[File URL]: \($0.path)"] } ?? ["[Body]:", Self.text(data, of: response.headers)]
        } else {
            lines.append("[Response]: None")
        }
        lines += ["[Network Duration]: None", "[Serialization Duration]: \(serializationDuration)s"]
        return (lines + ["[Result]: \(result)"]).joined(separator: "\n")
    }

    private static func text(_ data: Data?, of headers: HTTPHeaders) -> String {
        guard let data, !data.isEmpty else { return "None" }
        let type = headers["Content-Type"]?.lowercased() ?? ""
        let isText = ["json", "xml", "text", "urlencoded"].contains { type.contains($0) }
        return isText && data.count <= 100_000 ? String(decoding: data, as: UTF8.self) : "\(data.count) bytes"
    }
}

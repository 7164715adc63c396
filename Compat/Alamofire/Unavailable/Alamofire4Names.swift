/// Alamofire's names, for code that qualifies them with the module's name, and the functions of Alamofire 4.
public enum Alamofire {
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias Session = AlamofireCompat.Session
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias Request = AlamofireCompat.Request
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias DataRequest = AlamofireCompat.DataRequest
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias UploadRequest = AlamofireCompat.UploadRequest
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias DownloadRequest = AlamofireCompat.DownloadRequest
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias DataStreamRequest = AlamofireCompat.DataStreamRequest
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias DataResponse = AlamofireCompat.DataResponse
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias DownloadResponse = AlamofireCompat.DownloadResponse
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias AFDataResponse = AlamofireCompat.AFDataResponse
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias AFDownloadResponse = AlamofireCompat.AFDownloadResponse
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias AFResult = AlamofireCompat.AFResult
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias DataResponseSerializer = AlamofireCompat.DataResponseSerializer
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias DataDecoder = AlamofireCompat.DataDecoder
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias RequestInterceptor = AlamofireCompat.RequestInterceptor
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias RequestAdapter = AlamofireCompat.RequestAdapter
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias RequestRetrier = AlamofireCompat.RequestRetrier
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias Interceptor = AlamofireCompat.Interceptor
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias RetryPolicy = AlamofireCompat.RetryPolicy
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias EventMonitor = AlamofireCompat.EventMonitor
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias Empty = AlamofireCompat.Empty
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias EmptyResponse = AlamofireCompat.EmptyResponse
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias RetryResult = AlamofireCompat.RetryResult
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias HTTPMethod = AlamofireCompat.HTTPMethod
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias HTTPHeader = AlamofireCompat.HTTPHeader
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias HTTPHeaders = AlamofireCompat.HTTPHeaders
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias Parameters = AlamofireCompat.Parameters
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias ParameterEncoding = AlamofireCompat.ParameterEncoding
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias ParameterEncoder = AlamofireCompat.ParameterEncoder
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias JSONParameterEncoder = AlamofireCompat.JSONParameterEncoder
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias URLEncodedFormParameterEncoder = AlamofireCompat.URLEncodedFormParameterEncoder
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias URLEncoding = AlamofireCompat.URLEncoding
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias JSONEncoding = AlamofireCompat.JSONEncoding
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias MultipartFormData = AlamofireCompat.MultipartFormData
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias AFError = AlamofireCompat.AFError
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias URLConvertible = AlamofireCompat.URLConvertible
    /// The type of the same name, for code that qualifies it with Alamofire's module name.
    public typealias URLRequestConvertible = AlamofireCompat.URLRequestConvertible

    /// The default session, for code that qualifies it with Alamofire's module name.
    public static var AF: AlamofireCompat.Session { AlamofireCompat.AF }
    /// The session of Alamofire 4, which is ``Session`` since Alamofire 5.
    @available(*, unavailable, renamed: "Session")
    public typealias SessionManager = AlamofireCompat.Session
}

@available(*, unavailable, message: "Write AF.request(…), AF.upload(…) or AF.download(…).")
extension Alamofire {
    /// Creates a request in Alamofire 4.
    public static func request(
        _ url: any URLConvertible, method: HTTPMethod = .get, parameters: [String: Any]? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil
    ) -> DataRequest { AF.request(url) }

    /// Creates a download in Alamofire 4.
    public static func download(
        _ url: any URLConvertible, method: HTTPMethod = .get, parameters: [String: Any]? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest { AF.download(url) }

    /// Creates an upload in Alamofire 4.
    public static func upload(
        _ body: some UploadBody, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil
    ) -> UploadRequest { AF.upload(body, to: url) }

    /// Creates an upload of a form in Alamofire 4.
    public static func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void, to url: any URLConvertible,
        method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        encodingCompletion: ((AlamofireCompat.Session.MultipartFormDataEncodingResult) -> Void)?
    ) {}
}

@available(*, unavailable, message: "Leave encodingCompletion out: the call returns the request.")
extension Session {
    /// The result of encoding a form in Alamofire 4.
    public enum MultipartFormDataEncodingResult {
        /// The request that sends the form, or the error of the form.
        case success(request: UploadRequest, streamingFromDisk: Bool, streamFileURL: URL?), failure(any Error)
    }

    /// Creates an upload of a form in Alamofire 4.
    public func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void, to url: any URLConvertible,
        method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        encodingCompletion: ((MultipartFormDataEncodingResult) -> Void)?
    ) {}
}

extension Session {
    /// The headers of every request in Alamofire 4.
    @available(*, unavailable, message: "Use HTTPHeaders.default.")
    public static var defaultHTTPHeaders: [String: String] { [:] }

    /// Sets the adapter of a session in Alamofire 4.
    @available(*, unavailable, message: "Pass an interceptor to the initializer.")
    public var adapter: (any RequestAdapter)? {
        get { nil }
        set {}
    }

    /// Sets the retrier of a session in Alamofire 4.
    @available(*, unavailable, message: "Pass an interceptor to the initializer.")
    public var retrier: (any RequestRetrier)? {
        get { nil }
        set {}
    }
}

extension DataRequest {
    /// Reads a property list in Alamofire 4.
    @available(*, unavailable, message: "Use responseDecodable with a PropertyListDecoder as its decoder.")
    public func responsePropertyList(completionHandler: @escaping (Any) -> Void) -> Self { self }
}

extension DataResponse {
    /// The times of a request in Alamofire 4.
    @available(*, unavailable, message: "The session does not measure them. Use an EventMonitor.")
    public var timeline: Never { fatalError() }
}

@available(*, unavailable, message: "Switch over the result, or use value and error of the response.")
extension Result {
    /// The error of a failure, in Alamofire 4.
    public var error: Failure? { nil }
    /// The value of a success, in Alamofire 4.
    public var value: Success? { nil }
    /// Whether the result is a success, in Alamofire 4.
    public var isSuccess: Bool { false }
    /// Whether the result is a failure, in Alamofire 4.
    public var isFailure: Bool { false }
}

/// The session of Alamofire 4, which is ``Session`` since Alamofire 5.
@available(*, unavailable, renamed: "Session")
public typealias SessionManager = Session

/// The trust in servers by host, in Alamofire 4.
@available(*, unavailable, renamed: "ServerTrustManager")
public typealias ServerTrustPolicyManager = ServerTrustManager

extension ServerTrustManager {
    /// Creates a manager in Alamofire 4.
    @available(*, unavailable, renamed: "init(evaluators:)")
    public convenience init(policies: [String: ServerTrustPolicy]) { self.init(evaluators: [:]) }
}

/// The trust in a server, in Alamofire 4.
@available(*, unavailable, message: "Use an evaluator, such as PinnedCertificatesTrustEvaluator.")
public enum ServerTrustPolicy { case performDefaultEvaluation(validateHost: Bool), disableEvaluation }

/// The response without a serializer, in Alamofire 4.
@available(*, unavailable, renamed: "AFDataResponse")
public typealias DefaultDataResponse = AFDataResponse<Data?>

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
    /// The session of Alamofire 4.
    @available(*, unavailable, renamed: "Session")
    public typealias SessionManager = AlamofireCompat.Session

    /// Creates a request in Alamofire 4.
    @available(*, unavailable, message: "Write AF.request(…).")
    public static func request(
        _ url: any URLConvertible, method: HTTPMethod = .get, parameters: [String: Any]? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil
    ) -> DataRequest { AF.request(url) }

    /// Creates an upload in Alamofire 4.
    @available(*, unavailable, message: "Write AF.upload(…).")
    public static func upload(_ data: Data, to url: any URLConvertible) -> UploadRequest { AF.upload(data, to: url) }

    /// Creates a download in Alamofire 4.
    @available(*, unavailable, message: "Write AF.download(…).")
    public static func download(_ url: any URLConvertible) -> DownloadRequest { AF.download(url) }
}

extension Session {
    /// Creates an upload of a form in Alamofire 4.
    @available(*, unavailable, message: "Leave encodingCompletion out: the call returns the request.")
    public func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void, to url: any URLConvertible,
        encodingCompletion: ((Any) -> Void)?
    ) {}

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

    /// A publisher of Combine.
    @available(*, unavailable, message: "Combine is Apple's alone. Use serializingDecodable(_:).")
    public func publishDecodable<T: Decodable>(type: T.Type = T.self) -> Never { fatalError() }
}

extension DataStreamRequest {
    /// Returns the body as a stream.
    @available(*, unavailable, message: "Foundation on Linux has no bound streams. Use streamTask().streamingData().")
    public func asInputStream(bufferSize: Int = 1024) -> InputStream? { nil }
}

extension RequestInterceptor where Self == Interceptor {
    /// The interceptor that compresses bodies.
    @available(*, unavailable, message: "Compress the body before it is sent, and set Content-Encoding.")
    public static var deflateCompressor: Interceptor { Interceptor() }
}

extension DataResponse {
    /// The times of a request in Alamofire 4.
    @available(*, unavailable, message: "The session does not measure them. Use an EventMonitor.")
    public var timeline: Never { fatalError() }
}

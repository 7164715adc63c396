import AlamofireCompat
import Foundation

/// A token of the shop, which expires.
public struct ShopToken: AuthenticationCredential, Sendable {
    /// The token as it is sent in `Authorization`.
    public var text: String
    /// The time at which it expires.
    public var expiration: Date

    /// Creates a token that expires at a time.
    public init(text: String, expiration: Date) {
        self.text = text
        self.expiration = expiration
    }

    /// Whether the token expires within five minutes.
    public var requiresRefresh: Bool { expiration.timeIntervalSinceNow < 300 }
}

/// Puts tokens into requests and gets new ones.
public final class ShopAuthenticator: Authenticator {
    private struct Answer: Decodable, Sendable {
        var token: String
    }

    private let url: URL
    private let session = Session()

    /// Creates an authenticator that gets tokens from a URL.
    public init(url: URL) { self.url = url }

    /// Puts a token into a request.
    public func apply(_ credential: ShopToken, to urlRequest: inout URLRequest) {
        urlRequest.headers.update(.authorization(bearerToken: credential.text))
    }

    /// Exchanges the old token for a new one, which does not expire.
    public func refresh(
        _ credential: ShopToken, for session: Session,
        completion: @escaping @Sendable (Result<ShopToken, any Error>) -> Void
    ) {
        self.session.request(url, method: .post, parameters: ["old": credential.text])
            .validate()
            .responseDecodable(of: Answer.self, queue: .global()) { response in
                completion(
                    response.result
                        .map { ShopToken(text: $0.token, expiration: .distantFuture) }
                        .mapError { $0 as any Error })
            }
    }

    /// Returns whether the shop refused the token.
    public func didRequest(
        _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
    ) -> Bool { response.statusCode == 401 }

    /// Returns whether a request has this token.
    public func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: ShopToken) -> Bool {
        urlRequest.headers["Authorization"] == HTTPHeader.authorization(bearerToken: credential.text).value
    }
}

/// Keeps a line for each event, as an application's log does.
public final class ShopLog: EventMonitor, @unchecked Sendable {
    /// The queue of the calls, on which the lines are kept.
    public let queue = DispatchQueue(label: "shop.log")
    private var kept: [String] = []

    /// Creates a log without any lines.
    public init() {}

    /// The lines so far, read on ``queue``.
    public var lines: [String] { queue.sync { kept } }

    /// Keeps a line for a request that starts.
    public func requestDidResume(_ request: Request) { kept.append("started") }
    /// Keeps a line for a request that is sent again.
    public func requestIsRetrying(_ request: Request) { kept.append("retrying") }
    /// Keeps a line for a request that ended.
    public func requestDidFinish(_ request: Request) { kept.append("finished: \(request)") }
    /// Keeps a line for a response.
    public func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        kept.append("parsed: \(response.response?.statusCode ?? 0)")
    }
}

extension Session {
    /// Returns the session of a shop. A request fails if no byte arrives for `timeout` seconds.
    public static func shop(
        tokens: URL, token: ShopToken, log: ShopLog, timeout: TimeInterval = 30
    ) -> Session {
        let authentication = AuthenticationInterceptor(authenticator: ShopAuthenticator(url: tokens), credential: token)
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        return Session(
            configuration: configuration,
            interceptor: Interceptor(
                adapters: [
                    .adapter { request, _, completion in
                        var request = request
                        request.headers.add(name: "X-Client", value: "shop/1.0")
                        completion(.success(request))
                    }
                ],
                retriers: [RetryPolicy(retryLimit: 2, exponentialBackoffScale: 0.01)],
                interceptors: [authentication]),
            redirectHandler: Redirector(behavior: .follow),
            eventMonitors: [log])
    }
}

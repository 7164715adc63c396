import AFNetworkingCompat
import TestSupport
import Testing

@testable import LegacyClient

/// The outcome of a call, in a form that may cross threads.
struct Outcome: Sendable {
    /// The object, as text; `nil` for an error.
    var object: String?
    var domain: String?
    var code: Int?
    var message: String?
    /// The error, if it is the client's own.
    var apiError: APIError?
    /// The status of the response that AFNetworking's error has.
    var status: Int?
    /// The body that AFNetworking's error has.
    var data: Data?
    let isOnMain = OnMain.isTrue

    init(_ object: String) { self.object = object }

    init(_ error: any Error) {
        apiError = error as? APIError
        let error = error as NSError
        (domain, code, message) = (error.domain, error.code, error.localizedDescription)
        status = (error.userInfo[AFNetworkingOperationFailingURLResponseErrorKey] as? HTTPURLResponse)?.statusCode
        data = error.userInfo[AFNetworkingOperationFailingURLResponseDataErrorKey] as? Data
    }

    /// The message of a 401; nil for everything else.
    var unauthorizedMessage: String? {
        if case .unauthorized(let message)? = apiError { return message ?? "" }
        return nil
    }
}

extension AFHTTPResponseSerializer {
    /// Returns the result of a response with a text.
    func answer(_ status: Int, _ type: String, _ body: String) throws -> (object: Any?, error: NSError?) {
        let url = try #require(URL(string: "http://example.com/"))
        let response = HTTPURLResponse(
            url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": type])
        var error: NSError?
        let object = responseObject(for: response, data: Data(body.utf8), error: &error)
        return (object, error)
    }
}

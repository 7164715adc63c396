import AFNetworkingCompat
import Foundation

/// The errors that the app shows to its users. Other errors are AFNetworking's and Foundation's.
enum APIError: LocalizedError {
    /// Status 401: log in again.
    case unauthorized(message: String?)
    /// A status of 500 and more.
    case serverFailure(status: Int, message: String?)
    /// A login without a token in its answer.
    case noToken
    /// An upload whose file does not exist or cannot be read.
    case noPhoto

    /// The API's error for one of AFNetworking's, if there is one.
    static func error(for error: Error) -> Error {
        guard let failure = failureOfResponse(in: error as NSError) else {
            return error
        }
        let response = failure.userInfo[AFNetworkingOperationFailingURLResponseErrorKey] as! HTTPURLResponse
        let data = failure.userInfo[AFNetworkingOperationFailingURLResponseDataErrorKey] as? Data
        switch response.statusCode {
        case 401:
            return APIError.unauthorized(message: message(in: data))
        case 500...599:
            return APIError.serverFailure(status: response.statusCode, message: message(in: data))
        default:
            return error
        }
    }

    /// If the body is not JSON, the error of decoding it wraps the error of the status.
    private static func failureOfResponse(in error: NSError) -> NSError? {
        if error.userInfo[AFNetworkingOperationFailingURLResponseErrorKey] is HTTPURLResponse {
            return error
        }
        return (error.userInfo[NSUnderlyingErrorKey] as? NSError).flatMap { failureOfResponse(in: $0) }
    }

    /// The server answers errors with `{"message": "…"}`.
    private static func message(in data: Data?) -> String? {
        guard let data = data, let json = try? JSONSerialization.jsonObject(with: data, options: []) else {
            return nil
        }
        return (json as? [String: Any])?["message"] as? String
    }

    var errorDescription: String? {
        switch self {
        case .unauthorized(let message):
            return message ?? "Please log in."
        case .serverFailure(let status, let message):
            return message ?? "The server failed with status \(status)."
        case .noToken:
            return "The server sent no token."
        case .noPhoto:
            return "The photo is gone."
        }
    }
}

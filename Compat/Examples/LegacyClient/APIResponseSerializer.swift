import AFNetworkingCompat
import Foundation

/// The error's body, if the server sent JSON.
let APIErrorBodyKey = "APIErrorBody"
/// The error's body as text, if the server sent something else.
let APIErrorTextKey = "APIErrorText"

/// Also accepts JSON that is labelled as HTML or plain text, and keeps the bodies of errors.
class APIResponseSerializer: AFJSONResponseSerializer {

    override init() {
        super.init()
        acceptableContentTypes?.insert("text/html")
        acceptableContentTypes?.insert("text/plain")
        acceptableStatusCodes?.insert(422)
        removesKeysWithNullValues = true
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }

    override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        let responseObject = super.responseObject(for: response, data: data, error: error)
        if let failure = error?.pointee {
            var userInfo = failure.userInfo
            if let body = responseObject {
                userInfo[APIErrorBodyKey] = body
            } else if let data = data, let text = String(data: data, encoding: .utf8) {
                userInfo[APIErrorTextKey] = text
            }
            error?.pointee = NSError(domain: failure.domain, code: failure.code, userInfo: userInfo)
        }
        return responseObject
    }
}

let OrderErrorDomain = "com.example.orders"

/// The order service answers `{"status": "error", "code": 17, "message": "…"}` with status 200 or 422.
class OrderResponseSerializer: APIResponseSerializer {

    override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        guard let responseObject = super.responseObject(for: response, data: data, error: error) else {
            return nil
        }
        guard let json = responseObject as? [String: Any], json["status"] as? String == "error" else {
            return responseObject
        }
        var userInfo: [String: Any] = [APIErrorBodyKey: json]
        userInfo[NSLocalizedDescriptionKey] = json["message"] as? String ?? "The order service failed."
        if let underlying = error?.pointee {
            userInfo[NSUnderlyingErrorKey] = underlying
        }
        error?.pointee = NSError(domain: OrderErrorDomain, code: json["code"] as? Int ?? -1, userInfo: userInfo)
        return nil
    }
}

import AFNetworkingCompat
import Foundation

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

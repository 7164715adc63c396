import AFNetworkingCompat
import Foundation

/// Parameters to sign. They are not a dictionary, so only a SigningRequestSerializer knows what to do with them.
class SignedParameters: NSObject {
    let payload: [String: Any]
    let secret: String

    init(payload: [String: Any], secret: String) {
        self.payload = payload
        self.secret = secret
        super.init()
    }
}

/// Signs method, path and body of requests with SignedParameters; others go out as they are.
class SigningRequestSerializer: APIRequestSerializer {

    override func request(
        bySerializingRequest request: URLRequest, withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest? {
        guard let signed = parameters as? SignedParameters else {
            return super.request(bySerializingRequest: request, withParameters: parameters, error: error)
        }
        guard !signed.secret.isEmpty else {
            error?.pointee = NSError(
                domain: "SigningRequestSerializer", code: 1,
                userInfo: [NSLocalizedDescriptionKey: "There is no secret to sign with."])
            return nil
        }
        guard
            let serialized = super.request(
                bySerializingRequest: request, withParameters: signed.payload, error: error)
        else {
            return nil
        }
        let mutableRequest = (serialized as NSURLRequest).mutableCopy() as! NSMutableURLRequest
        mutableRequest.setValue(
            SigningRequestSerializer.signature(of: serialized, secret: signed.secret),
            forHTTPHeaderField: "X-Signature")
        return mutableRequest as URLRequest
    }

    /// FNV-1a, which does not protect; the real one was an HMAC.
    class func signature(of request: URLRequest, secret: String) -> String {
        var message = Data()
        for text in [secret, request.httpMethod!, request.url!.path] {
            message.append(text.data(using: .utf8)!)
            message.append(0x0A)
        }
        message.append(request.httpBody ?? Data())
        var hash: UInt32 = 2_166_136_261
        for byte in message {
            hash = (hash ^ UInt32(byte)) &* 16_777_619
        }
        return String(format: "%08x", hash)
    }
}

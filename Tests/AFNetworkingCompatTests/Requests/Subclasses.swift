import AFNetworkingCompat

/// Overrides the form that throws, as code for AFNetworking 4.0.1 does.
class ThrowingFormSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    override func request(
        withMethod method: String, urlString URLString: String, parameters: Any?
    ) throws -> NSMutableURLRequest {
        let request = try super.request(withMethod: method, urlString: URLString + "/throwing", parameters: parameters)
        request.setValue("throwing", forHTTPHeaderField: "X-Form")
        return request
    }
}

/// Overrides the form with a pointer, as code for AFNetworking up to 4.0.0 does.
class PointerFormSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    override func request(
        withMethod method: String, urlString URLString: String, parameters: Any?, error: NSErrorPointer
    ) -> NSMutableURLRequest {
        let request = super.request(
            withMethod: method, urlString: URLString + "/pointer", parameters: parameters, error: error)
        request.setValue("pointer", forHTTPHeaderField: "X-Form")
        return request
    }
}

/// Overrides both.
final class BothFormsSerializer: PointerFormSerializer, @unchecked Sendable {
    override func request(
        withMethod method: String, urlString URLString: String, parameters: Any?
    ) throws -> NSMutableURLRequest {
        let request = try super.request(withMethod: method, urlString: URLString, parameters: parameters)
        request.setValue("both", forHTTPHeaderField: "X-Form")
        return request
    }
}

/// Overrides the multipart form with a pointer.
final class MultipartPointerFormSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    override func multipartFormRequest(
        withMethod method: String, urlString URLString: String, parameters: [String: Any]?,
        constructingBodyWith block: ((any AFMultipartFormData) -> Void)?, error: NSErrorPointer
    ) -> NSMutableURLRequest {
        let request = super.multipartFormRequest(
            withMethod: method, urlString: URLString, parameters: parameters, constructingBodyWith: block, error: error)
        request.setValue("pointer", forHTTPHeaderField: "X-Form")
        return request
    }
}

/// Signs the request of super, from any method.
final class BodySigningSerializer: AFJSONRequestSerializer, @unchecked Sendable {
    override func request(
        bySerializingRequest request: URLRequest, withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest? {
        guard var signed = super.request(bySerializingRequest: request, withParameters: parameters, error: error) else {
            return nil
        }
        signed.setValue("\(signed.httpBody?.count ?? 0)", forHTTPHeaderField: "X-Signature")
        return signed
    }
}

/// Runs a script instead of serializing.
final class ScriptedSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    var script: (URLRequest, Any?, NSErrorPointer) -> URLRequest? = { request, _, _ in request }

    override func request(
        bySerializingRequest request: URLRequest, withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest? {
        script(request, parameters, error)
    }
}

/// Reads the error that super sets, and sets another over it.
final class WrappingSerializer: AFJSONRequestSerializer, @unchecked Sendable {
    static let domain = "WrappingSerializer"

    override func request(
        bySerializingRequest request: URLRequest, withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest? {
        let result = super.request(bySerializingRequest: request, withParameters: parameters, error: error)
        if let cause = error?.pointee {
            error?.pointee = NSError(domain: Self.domain, code: cause.code, userInfo: [NSUnderlyingErrorKey: cause])
        }
        return result
    }
}

/// A model that a subclass sends.
struct Order {
    let id: Int
}

/// Makes parameters of models.
final class ModelSerializer: AFJSONRequestSerializer, @unchecked Sendable {
    override func request(
        bySerializingRequest request: URLRequest, withParameters parameters: Any?, error: NSErrorPointer
    ) -> URLRequest? {
        let order = parameters as? Order
        return super.request(
            bySerializingRequest: request, withParameters: order.map { ["id": $0.id] } ?? parameters, error: error)
    }
}

/// A JSON serializer in the style of 2016.
class TokenSerializer: AFJSONRequestSerializer, @unchecked Sendable {
    var token: String

    override init() {
        token = "none"
        super.init()
        setValue("application/json", forHTTPHeaderField: "Accept")
        timeoutInterval = 20
    }

    required init?(coder: NSCoder) {
        token = coder.decodeObject(forKey: "token") as? String ?? ""
        super.init(coder: coder)
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(token, forKey: "token")
    }

    override func request(
        withMethod method: String, urlString URLString: String, parameters: Any?, error: NSErrorPointer
    ) -> NSMutableURLRequest {
        let request = super.request(withMethod: method, urlString: URLString, parameters: parameters, error: error)
        request.setValue("Token \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}

/// A property list serializer with both of its superclass's designated initializers.
final class BinarySerializer: AFPropertyListRequestSerializer, @unchecked Sendable {
    override init() {
        super.init()
        format = .binary
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}

/// Overrides the getters of settings.
final class ComputedSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    override var httpRequestHeaders: [String: String] {
        var headers = super.httpRequestHeaders
        headers["User-Agent"] = "computed"
        headers["X-Computed"] = "1"
        headers["Accept-Language"] = nil
        return headers
    }
    override var httpMethodsEncodingParametersInURI: Set<String> {
        get { ["POST"] }
        set { super.httpMethodsEncodingParametersInURI = newValue }
    }
    override var stringEncoding: UInt {
        get { String.Encoding.isoLatin1.rawValue }
        set { super.stringEncoding = newValue }
    }
    override var timeoutInterval: TimeInterval {
        get { super.timeoutInterval * 2 }
        set { super.timeoutInterval = newValue }
    }
    override var cachePolicy: URLRequest.CachePolicy {
        get { .reloadIgnoringLocalCacheData }
        set { super.cachePolicy = newValue }
    }
}

/// Overrides the getter of the writing options.
final class SortedJSONSerializer: AFJSONRequestSerializer, @unchecked Sendable {
    override var writingOptions: JSONSerialization.WritingOptions {
        get { super.writingOptions.union([.sortedKeys, .withoutEscapingSlashes]) }
        set { super.writingOptions = newValue }
    }
}

/// Overrides the getter of the format.
final class ComputedFormatSerializer: AFPropertyListRequestSerializer, @unchecked Sendable {
    override var format: PropertyListSerialization.PropertyListFormat {
        get { .binary }
        set { super.format = newValue }
    }
}

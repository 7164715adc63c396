import AFNetworkingCompat
import Foundation

/// Puts the version of the API into the path and a header. The initializer takes a version, so Xcode wrote
/// `init(coder:)`.
class VersionedRequestSerializer: AFHTTPRequestSerializer {
    let version: Int

    init(version: Int) {
        self.version = version
        super.init()
        setValue("\(version)", forHTTPHeaderField: "X-API-Version")
    }

    required init?(coder aDecoder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func copy(with zone: NSZone?) -> Any {
        let copy = VersionedRequestSerializer(version: version)
        for (field, value) in httpRequestHeaders {
            copy.setValue(value, forHTTPHeaderField: field)
        }
        copy.httpMethodsEncodingParametersInURI = httpMethodsEncodingParametersInURI
        return copy
    }

    /// Overrides the method that AFNetworking 3.x and 4.0.0 have; the throwing method of 4.0.1 also ends up here.
    override func request(
        withMethod method: String, urlString URLString: String, parameters: Any?, error: NSErrorPointer
    ) -> NSMutableURLRequest {
        let versioned = URLString.replacingOccurrences(of: "{version}", with: "v\(version)")
        return super.request(withMethod: method, urlString: versioned, parameters: parameters, error: error)
    }
}

/// The state of ``AFHTTPSessionManager`` beyond that of every manager.
struct HTTPManagerState: Sendable {
    var baseURL: URL?
    var requestSerializer = AFHTTPRequestSerializer()

    /// The properties of a manager in a coder.
    struct Content {
        var state: HTTPManagerState
        var responseSerializer: AFHTTPResponseSerializer?
        var securityPolicy: AFSecurityPolicy?
        var replacesFilesOfDownloads = false
        var maximumReceivedBytes: Int64?
    }

    /// Returns the properties in an archive or a copying coder, or `nil` if one is missing.
    static func content(of coder: NSCoder) -> Content? {
        // A copy takes over the other properties after its creation.
        if coder is CopyingCoder { return Content(state: HTTPManagerState()) }
        guard
            let request = object(requestSerializerKey, of: coder) as? AFHTTPRequestSerializer,
            let response = object(responseSerializerKey, of: coder) as? AFHTTPResponseSerializer,
            let policy = object(securityPolicyKey, of: coder) as? AFSecurityPolicy
        else { return nil }
        var baseURL: URL?
        if let text = coder.bytes(forKey: baseURLKey) {
            guard let url = URL(string: String(decoding: text, as: UTF8.self)) else { return nil }
            baseURL = url
        }
        let state = HTTPManagerState(baseURL: baseURL, requestSerializer: request)
        let replacesFiles = coder.bytes(forKey: replacesFilesKey) == Data([1])
        var limit: Int64?
        if let text = coder.bytes(forKey: maximumReceivedBytesKey) {
            guard let number = Int64(String(decoding: text, as: UTF8.self)) else { return nil }
            limit = number
        }
        return Content(
            state: state, responseSerializer: response, securityPolicy: policy, replacesFilesOfDownloads: replacesFiles,
            maximumReceivedBytes: limit)
    }

    static func encode(_ manager: AFHTTPSessionManager, with coder: NSCoder) {
        if let baseURL = manager.baseURL {
            coder.encode(bytes: Data(baseURL.absoluteString.utf8), forKey: baseURLKey)
        }
        coder.encode(manager.requestSerializer, forKey: requestSerializerKey)
        coder.encode(manager.responseSerializer, forKey: responseSerializerKey)
        coder.encode(manager.securityPolicy, forKey: securityPolicyKey)
        if manager.replacesFilesOfDownloads { coder.encode(bytes: Data([1]), forKey: replacesFilesKey) }
        if let limit = manager.maximumReceivedBytes {
            coder.encode(bytes: Data("\(limit)".utf8), forKey: maximumReceivedBytesKey)
        }
    }

    private static func object(_ key: String, of coder: NSCoder) -> Any? {
        guard coder.containsValue(forKey: key) else { return nil }
        return coder.decodeObject(of: archivedClasses, forKey: key)
    }

    private static let baseURLKey = "URLSerialization.baseURL"
    private static let requestSerializerKey = "URLSerialization.requestSerializer"
    private static let responseSerializerKey = "URLSerialization.responseSerializer"
    private static let securityPolicyKey = "URLSerialization.securityPolicy"
    private static let replacesFilesKey = "URLSerialization.replacesFilesOfDownloads"
    private static let maximumReceivedBytesKey = "URLSerialization.maximumReceivedBytes"

    /// The classes that an archive may hold, and others that may stand in their place: Foundation on Linux ends the
    /// process over any other class.
    private static var archivedClasses: [AnyClass] {
        [
            AFHTTPRequestSerializer.self, AFHTTPResponseSerializer.self, AFSecurityPolicy.self, NSArray.self,
            NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self,
            NSNull.self,
        ]
    }
}

/// The base URL of a manager.
enum BaseURL {
    /// Returns the URL with a slash at the end of its path, without which the path's last part would be replaced (RFC
    /// 3986, section 5.2.3). As in AFNetworking, the whole text is checked for the slash, query included.
    static func withSlash(_ url: URL) -> URL {
        guard !url.path.isEmpty, !url.absoluteString.hasSuffix("/") else { return url }
        return url.appendingPathComponent("", isDirectory: true)
    }
}

/// What ``AFHTTPSessionManager`` holds besides what every manager does.
struct HTTPManagerState: Sendable {
    var baseURL: URL?
    var requestSerializer: any AFHTTPRequestSerializer & AFURLRequestSerialization = AFHTTPRequestSerializer()

    /// What a coder has of a manager.
    struct Content {
        var state: HTTPManagerState
        var responseSerializer: AFHTTPResponseSerializer?
        var securityPolicy: AFSecurityPolicy?
        var replacesFilesOfDownloads = false
    }

    /// What an archive, or the coder of a copy, has of a manager; nil if something is missing.
    static func content(of coder: NSCoder) -> Content? {
        // A copy takes over the rest after it has been made.
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
        return Content(
            state: state, responseSerializer: response, securityPolicy: policy, replacesFilesOfDownloads: replacesFiles)
    }

    static func encode(_ manager: AFHTTPSessionManager, with coder: NSCoder) {
        if let baseURL = manager.baseURL {
            coder.encode(bytes: Data(baseURL.absoluteString.utf8), forKey: baseURLKey)
        }
        coder.encode(manager.requestSerializer, forKey: requestSerializerKey)
        coder.encode(manager.responseSerializer, forKey: responseSerializerKey)
        coder.encode(manager.securityPolicy, forKey: securityPolicyKey)
        if manager.replacesFilesOfDownloads { coder.encode(bytes: Data([1]), forKey: replacesFilesKey) }
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

    /// What an archive may hold, and what else may have been put in its place: over another class Foundation on Linux ends
    /// the process.
    private static var archivedClasses: [AnyClass] {
        [
            AFHTTPRequestSerializer.self, AFHTTPResponseSerializer.self, AFSecurityPolicy.self, NSArray.self,
            NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self,
            NSNull.self,
        ]
    }
}

/// What paths are relative to.
enum BaseURL {
    /// The URL with a slash at the end of its path, if it has a path: without it the path's last part would be replaced
    /// (RFC 3986, section 5.2.3). As in AFNetworking that is asked of the whole text, query included.
    static func withSlash(_ url: URL) -> URL {
        guard !url.path.isEmpty, !url.absoluteString.hasSuffix("/") else { return url }
        return url.appendingPathComponent("", isDirectory: true)
    }
}

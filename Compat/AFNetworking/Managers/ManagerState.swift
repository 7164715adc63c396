import URLSerialization
import URLSerializationSession

/// The mutable state of a manager, behind its lock.
///
/// `@unchecked Sendable`: the serializer is the user's object, which AFNetworking also uses on its own queues. The
/// blocks are called on one queue.
struct ManagerState: @unchecked Sendable {
    var settings = ManagerSettings()
    var reachabilityManager = AFNetworkReachabilityManager.shared()
    var completionQueue: DispatchQueue?
    var completionGroup: DispatchGroup?
    var observers: [any RequestObserver] = []
    var clientCertificates: [ClientCertificate] = []
    var blocks = ManagerBlocks() {
        didSet { hasBlocks = true }
    }
    /// Whether a block was ever set.
    private(set) var hasBlocks = false
    var lastIdentifier = 0
    /// The current session, or `nil` until it is needed.
    var session: ManagedSession?
}

/// The blocks of a manager, called with the events of all its tasks.
struct ManagerBlocks {
    typealias Challenge = URLAuthenticationChallenge
    typealias Disposition = URLSession.AuthChallengeDisposition

    var sessionDidBecomeInvalid: ((URLSession, any Error) -> Void)?
    var sessionDidReceiveChallenge: ((URLSession, Challenge, AFCredentialPointer?) -> Disposition)?
    var taskDidReceiveChallenge: ((URLSession, URLSessionTask, Challenge, AFCredentialPointer?) -> Disposition)?
    var authenticationChallengeHandler:
        ((URLSession, URLSessionTask, Challenge, @escaping (Disposition, URLCredential?) -> Void) -> Any?)?
    var taskWillPerformHTTPRedirection: ((URLSession, URLSessionTask, URLResponse, URLRequest) -> URLRequest?)?
    var taskDidComplete: ((URLSession, URLSessionTask, (any Error)?) -> Void)?
    var taskDidSendBodyData: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?
    var dataTaskDidReceiveResponse: ((URLSession, URLSessionDataTask, URLResponse) -> URLSession.ResponseDisposition)?
    var dataTaskDidReceiveData: ((URLSession, URLSessionDataTask, Data) -> Void)?
    var downloadTaskDidFinishDownloading: ((URLSession, URLSessionDownloadTask, URL) -> URL?)?
    var downloadTaskDidWriteData: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?

    /// Whether a block for tasks answers authentication challenges.
    var answersTaskChallenges: Bool { authenticationChallengeHandler != nil || taskDidReceiveChallenge != nil }
    /// Whether any block answers authentication challenges.
    var answersChallenges: Bool { answersTaskChallenges || sessionDidReceiveChallenge != nil }
}

/// The properties of a manager that its copies take over, and that its archives contain. Only ``AFHTTPSessionManager``
/// has a base URL and a request serializer.
struct ManagerSettings: @unchecked Sendable {
    var baseURL: URL?
    var requestSerializer = AFHTTPRequestSerializer()
    var responseSerializer: any AFURLResponseSerialization = AFJSONResponseSerializer()
    var replacesFilesOfDownloads = false
    var maximumReceivedBytes: Int64?
}

/// The content of a copy or an archive of a manager.
struct ManagerCopy: Sendable {
    var configuration = URLSessionConfiguration.default
    let securityPolicy: AFSecurityPolicy
    let settings: ManagerSettings
}

extension AFURLSessionManager {
    /// The content of a copy. The serializers and the policy are copied.
    private var copyable: ManagerCopy {
        var settings = state.withLock { $0.settings }
        let serializer = serializerInUse
        settings.responseSerializer = serializer.copy() as? any AFURLResponseSerialization ?? serializer
        settings.maximumReceivedBytes = maximumReceivedBytes
        // A subclass may override the properties.
        if let manager = self as? AFHTTPSessionManager {
            settings.baseURL = manager.baseURL
            let serializer = manager.requestSerializer
            settings.requestSerializer = serializer.copy() as? AFHTTPRequestSerializer ?? serializer
        }
        return ManagerCopy(
            configuration: configuration,
            securityPolicy: securityPolicy.copy() as? AFSecurityPolicy ?? securityPolicy, settings: settings)
    }

    /// Returns a manager of the same class with these properties, regardless of its `init(coder:)`.
    func copyWithProperties() -> Self {
        let content = copyable
        let copy = CopyingCoder.copy(self, holding: content)
        copy.apply(content)
        return copy
    }

    /// Takes over the properties of the original.
    func apply(_ content: ManagerCopy) {
        set(\.settings, content.settings)
        policy.set(\.self, content.securityPolicy)
    }
}

extension ManagerCopy {
    /// The properties in an archive that are not objects.
    private struct Fields: Codable {
        let baseURL: URL?
        let replacesFilesOfDownloads: Bool
        let maximumReceivedBytes: Int64?
    }

    private static let requestSerializerKey = "URLSerialization.requestSerializer"
    private static let responseSerializerKey = "URLSerialization.responseSerializer"
    private static let securityPolicyKey = "URLSerialization.securityPolicy"

    /// Reads the properties in an archive, or returns `nil` if one is missing.
    init?(archive coder: NSCoder) {
        let classes: [AnyClass] = [
            AFHTTPRequestSerializer.self, AFHTTPResponseSerializer.self, AFSecurityPolicy.self,
        ]
        func object(_ key: String) -> Any? {
            guard coder.containsValue(forKey: key) else { return nil }
            return coder.decodeObject(of: classes + SerializerArchive.foreignClasses, forKey: key)
        }
        guard let fields = try? SerializerArchive.decode(Fields.self, calling: "manager", from: coder),
            let request = object(Self.requestSerializerKey) as? AFHTTPRequestSerializer,
            let response = object(Self.responseSerializerKey) as? AFHTTPResponseSerializer,
            let policy = object(Self.securityPolicyKey) as? AFSecurityPolicy
        else { return nil }
        securityPolicy = policy
        settings = ManagerSettings(
            baseURL: fields.baseURL, requestSerializer: request, responseSerializer: response,
            replacesFilesOfDownloads: fields.replacesFilesOfDownloads, maximumReceivedBytes: fields.maximumReceivedBytes
        )
    }

    static func archive(_ manager: AFHTTPSessionManager, with coder: NSCoder) {
        coder.encode(manager.requestSerializer, forKey: requestSerializerKey)
        coder.encode(manager.responseSerializer, forKey: responseSerializerKey)
        coder.encode(manager.securityPolicy, forKey: securityPolicyKey)
        let fields = Fields(
            baseURL: manager.baseURL, replacesFilesOfDownloads: manager.replacesFilesOfDownloads,
            maximumReceivedBytes: manager.maximumReceivedBytes)
        SerializerArchive.encode(fields, with: coder)
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

/// A stand-in for a response serializer that does not inherit from ``AFHTTPResponseSerializer``.
///
/// Such a serializer can be set through ``AFURLSessionManager``, whose property has a wider type.
final class ForeignResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    private let serializer: any AFURLResponseSerialization

    private init(_ serializer: any AFURLResponseSerialization) {
        self.serializer = serializer
        super.init()
    }

    /// Returns `nil`: no archive contains the serializer that this one stands for.
    required init?(coder: NSCoder) { nil }

    /// Returns the serializer itself if it inherits from ``AFHTTPResponseSerializer``, or a stand-in.
    static func http(_ serializer: any AFURLResponseSerialization) -> AFHTTPResponseSerializer {
        serializer as? AFHTTPResponseSerializer ?? ForeignResponseSerializer(serializer)
    }

    /// Returns the serializer that was set.
    static func original(of serializer: any AFURLResponseSerialization) -> any AFURLResponseSerialization {
        (serializer as? ForeignResponseSerializer)?.serializer ?? serializer
    }

    override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        serializer.responseObject(for: response, data: data, error: error)
    }

    override func copy(with zone: NSZone? = nil) -> Any {
        (serializer.copy(with: zone) as? any AFURLResponseSerialization).map(ForeignResponseSerializer.init) ?? self
    }
}

/// What a manager holds behind its lock.
///
/// `@unchecked Sendable`: the serializer is an object of the caller's, which AFNetworking too uses on queues of its own; the
/// blocks are called on one queue.
struct ManagerState: @unchecked Sendable {
    var responseSerializer: any AFURLResponseSerialization = AFJSONResponseSerializer()
    var reachabilityManager = AFNetworkReachabilityManager.shared()
    var replacesFilesOfDownloads = false
    var completionQueue: DispatchQueue?
    var completionGroup: DispatchGroup?
    var blocks = ManagerBlocks()
    var lastIdentifier = 0
    /// The session's present life; nil until it is needed.
    var session: ManagedSession?
}

/// What a reachability manager holds behind its lock.
struct ReachabilityState: Sendable {
    var status = AFNetworkReachabilityStatus.unknown
    var block: ReachabilityBlock?
    /// The monitor, or `nil` while monitoring is off.
    var monitor: (any NetworkMonitor)?
    /// The number of times that monitoring has begun or ended. Reports of an earlier monitor are out of date.
    var turn = 0
}

/// A caller's block that is told of changes.
///
/// `@unchecked Sendable`: the block is called on the main queue alone, as AFNetworking calls it. That it may be released on
/// another thread is the caller's promise, which the type of an Objective-C block cannot express.
struct ReachabilityBlock: @unchecked Sendable {
    let block: (AFNetworkReachabilityStatus) -> Void
}

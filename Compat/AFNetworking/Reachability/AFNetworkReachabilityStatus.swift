/// The reachability of the network.
public enum AFNetworkReachabilityStatus: Int, Sendable {
    /// Not known, or not known yet.
    case unknown = -1
    /// Not reachable.
    case notReachable = 0
    /// Reachable by mobile radio.
    case reachableViaWWAN = 1
    /// Reachable by Wi-Fi, by cable, or by any other interface.
    case reachableViaWiFi = 2
}

/// Returns a status in words, from the table `AFNetworking` in the main bundle, or else in English.
public func AFStringFromNetworkReachabilityStatus(_ status: AFNetworkReachabilityStatus) -> String {
    let key =
        switch status {
        case .unknown: "Unknown"
        case .notReachable: "Not Reachable"
        case .reachableViaWWAN: "Reachable via WWAN"
        case .reachableViaWiFi: "Reachable via WiFi"
        }
    return Bundle.main.localizedString(forKey: key, value: nil, table: "AFNetworking")
}

extension Notification.Name {
    /// Posted on the main queue for each status of a monitoring manager, including the first
    /// (`AFNetworkingReachabilityDidChangeNotification`). The object is the manager.
    public static let AFNetworkingReachabilityDidChange = Notification.Name(
        "com.alamofire.networking.reachability.change")
}

/// The key of the status in the user info, the raw value of an ``AFNetworkReachabilityStatus`` as a number.
public let AFNetworkingReachabilityNotificationStatusItem = "AFNetworkingReachabilityNotificationStatusItem"

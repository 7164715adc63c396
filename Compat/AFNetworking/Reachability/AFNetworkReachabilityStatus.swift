/// How the network can be reached, as far as the system says.
public enum AFNetworkReachabilityStatus: Int, Sendable {
    /// Nobody has said yet, or can say.
    case unknown = -1
    /// Not at all.
    case notReachable = 0
    /// By mobile radio.
    case reachableViaWWAN = 1
    /// By Wi-Fi, or by a cable.
    case reachableViaWiFi = 2
}

/// A status in words: those of the table `AFNetworking` in the main bundle, else English.
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
    /// Posted on the main queue for each status that a manager that monitors has been told, the first among them
    /// (`AFNetworkingReachabilityDidChangeNotification`). The object is the manager.
    public static let AFNetworkingReachabilityDidChange = Notification.Name(
        "com.alamofire.networking.reachability.change")
}

/// The key in the notification's `userInfo` of the status, the raw value of an ``AFNetworkReachabilityStatus`` as a number.
public let AFNetworkingReachabilityNotificationStatusItem = "AFNetworkingReachabilityNotificationStatusItem"

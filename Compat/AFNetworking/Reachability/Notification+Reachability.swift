extension Notification.Name {
    /// Posted on the main queue for each status that a manager that monitors has been told, the first among them
    /// (`AFNetworkingReachabilityDidChangeNotification`). The object is the manager.
    public static let AFNetworkingReachabilityDidChange = Notification.Name(
        "com.alamofire.networking.reachability.change")
}

/// The key in the notification's `userInfo` of the status, the raw value of an ``AFNetworkReachabilityStatus`` as a number.
public let AFNetworkingReachabilityNotificationStatusItem = "AFNetworkingReachabilityNotificationStatusItem"

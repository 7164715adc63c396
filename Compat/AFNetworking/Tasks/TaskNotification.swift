/// Notifications of a manager, posted on the main queue, as AFNetworking posts them.
enum TaskNotification {
    static func post(
        _ name: Notification.Name, of object: any NSObjectProtocol & Sendable,
        userInfo: HandedOver<[AnyHashable: Any]?>? = nil
    ) {
        DispatchQueue.main.async {
            NotificationCenter.default.post(name: name, object: object, userInfo: userInfo?.value)
        }
    }
}

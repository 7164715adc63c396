import TestSupport
import AFNetworkingCompat

/// The notifications with some names about one object, in order.
final class NotificationLog: Sendable {
    struct Entry: @unchecked Sendable {
        let name: Notification.Name
        let object: AnyObject?
        let userInfo: [AnyHashable: Any]
        let isOnMain = OnMain.isTrue
    }

    static let ofTasks: [Notification.Name] = [
        .AFNetworkingTaskDidResume, .AFNetworkingTaskDidSuspend, .AFNetworkingTaskDidComplete,
        .AFURLSessionDownloadTaskDidMoveFileSuccessfully, .AFURLSessionDownloadTaskDidFailToMoveFile,
    ]

    let events = Events<Entry>()
    private let observers = Events<any NSObjectProtocol>()

    init(_ names: [Notification.Name] = NotificationLog.ofTasks, of object: AnyObject?) {
        for name in names {
            let observer = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
                [events] in
                events.add(Entry(name: $0.name, object: $0.object as AnyObject?, userInfo: $0.userInfo ?? [:]))
            }
            observers.add(observer)
        }
    }

    deinit { for observer in observers.all { NotificationCenter.default.removeObserver(observer) } }

    var names: [Notification.Name] { events.all.map(\.name) }
}

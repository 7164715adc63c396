import AFNetworkingCompat
import Foundation

/// Keeps a line for every task that AFNetworking ends, as its loggers did.
class RequestLog: NSObject {
    private(set) var lines: [String] = []
    private var observer: NSObjectProtocol!

    override init() {
        super.init()
        observer = NotificationCenter.default.addObserver(
            forName: .AFNetworkingTaskDidComplete, object: nil, queue: nil
        ) { [weak self] notification in
            self?.add(notification)
        }
    }

    deinit {
        NotificationCenter.default.removeObserver(observer!)
    }

    /// On the main queue, where AFNetworking posts.
    private func add(_ notification: Notification) {
        // Other managers' tasks are logged as well, and any of these may be missing in them.
        guard let task = notification.object as? URLSessionTask, let request = task.originalRequest,
            let method = request.httpMethod, let url = request.url
        else {
            return
        }
        var line = "\(method) \(url.absoluteString)"
        if let response = task.response as? HTTPURLResponse {
            line += " \(response.statusCode)"
        }
        if let error = notification.userInfo?[AFNetworkingTaskDidCompleteErrorKey] as? NSError {
            line += " (\(error.domain) \(error.code))"
        } else if let json = notification.userInfo?[AFNetworkingTaskDidCompleteSerializedResponseKey] as? NSDictionary {
            line += " with \(json.count) keys"
        }
        lines.append(line)
    }
}

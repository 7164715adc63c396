import URLSerialization

/// Notifications of tasks, posted in order on the main queue, as in AFNetworking, but up to a few milliseconds after
/// the event.
///
/// Notifications that wait for the main queue retain their tasks, so their number is limited. While more than 256 wait,
/// for example because the main queue does not run, no notification is posted for a task that is resumed and ends in
/// the meantime. A counting observer therefore receives as many ends as resumptions.
enum TaskNotification {
    /// The number of notifications that may wait, apart from those of running tasks.
    static let mostWaiting = 256

    private struct Waiting: Sendable {
        let name: Notification.Name
        let task: any SessionTask
        let userInfo: UncheckedSendable<[AnyHashable: Any]>?
    }

    private static let waiting = Locked<[Waiting]>([])

    static func post(
        _ name: Notification.Name, of task: any SessionTask, userInfo: UncheckedSendable<[AnyHashable: Any]>? = nil
    ) {
        // Released outside the lock, because releasing a task may run arbitrary code.
        var dropped: [Waiting] = []
        let isFirst = waiting.withLock { waiting in
            let isEnd = name == .AFNetworkingTaskDidComplete
            if isEnd, waiting.count >= mostWaiting, !task.work.isKnown.value {
                dropped = waiting.filter { $0.task === task }
                waiting.removeAll { $0.task === task }
                return false
            }
            waiting.append(Waiting(name: name, task: task, userInfo: userInfo))
            return waiting.count == 1
        }
        withExtendedLifetime(dropped) {}
        // Posted together, a little later: waking the main thread for each would cost a tenth of a small request's
        // time.
        if isFirst { DispatchQueue.main.asyncAfter(deadline: .now() + 0.005) { postWaiting() } }
    }

    private static func postWaiting() {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            for notification in waiting { notification.task.work.isKnown.withLock { $0 = true } }
            return waiting
        }
        for notification in all {
            NotificationCenter.default.post(
                name: notification.name, object: notification.task, userInfo: notification.userInfo?.value)
        }
    }
}

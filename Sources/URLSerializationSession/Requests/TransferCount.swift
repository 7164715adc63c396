/// The bytes of a body that were sent or received, and the handlers of their progress.
struct TransferCount: Sendable {
    /// Passes on a change of the count. Called outside the lock that guards the count, because the progress may have
    /// observers.
    typealias Notification = @Sendable () -> Void
    /// Calls a caller's closure on its queue, unless a call is waiting already.
    ///
    /// - isLast: Whether the count is complete. The closure is then not called with the same count again.
    private typealias Handler = @Sendable (_ isLast: Bool) -> Void

    private(set) var completed: Int64 = 0
    /// The body's length, or −1 if it is unknown.
    private(set) var total: Int64 = -1
    /// The handlers, or `nil` after the end.
    private var handlers: [Handler]? = []
    private var object: Progress?
    private var isComplete = false

    /// Whether bytes were counted or the total is known.
    var isBegun: Bool { completed > 0 || total >= 0 }

    /// The count as a Foundation object, created on first use.
    var progress: Progress {
        mutating get {
            if let object { return object }
            // Not a child of the thread's current progress, whose observers would run under the lock.
            let progress = Progress.discreteProgress(totalUnitCount: total)
            progress.completedUnitCount = completed
            object = progress
            return progress
        }
    }

    /// Adds a handler. Returns a notification of the current count only for it, or `nil` while nothing is counted.
    mutating func add(_ queue: DispatchQueue, _ handle: @escaping @Sendable (Progress) -> Void) -> Notification? {
        let (progress, isWaiting, latest) = (progress, Locked(false), Locked<[Int64]?>(nil))
        let call: Handler = { isLast in
            guard !isWaiting.exchange(true) else { return }
            queue.async {
                let count = [progress.completedUnitCount, progress.totalUnitCount]
                _ = isWaiting.exchange(false)
                if latest.exchange(count) != count || !isLast { handle(progress) }
            }
        }
        handlers?.append(call)
        guard isComplete || completed > 0 else { return nil }
        // The object is current, or being made so by the session's queue.
        return { [isComplete] in call(isComplete) }
    }

    /// Adds a number of bytes to the count.
    mutating func add(_ count: Int64) -> Notification? { set(completed.saturatingSum(count), of: total) }

    /// Sets the count and the total. Returns `nil` if neither changes.
    mutating func set(_ completed: Int64, of total: Int64) -> Notification? {
        guard completed != self.completed || total != self.total else { return nil }
        (self.completed, self.total) = (completed, total)
        return notification(isCalling: completed > 0, isLast: false)
    }

    /// Releases the handlers at the end of the request.
    ///
    /// - Parameter isComplete: Whether the count is complete. Otherwise, the notification calls no handler.
    mutating func end(isComplete: Bool) -> Notification? {
        self.isComplete = isComplete
        defer { handlers = nil }
        return notification(isCalling: isComplete, isLast: true)
    }

    private func notification(isCalling: Bool, isLast: Bool) -> Notification? {
        guard let object else { return nil }
        return { [completed, total, handlers] in
            object.totalUnitCount = total
            object.completedUnitCount = completed
            if isCalling { for call in handlers ?? [] { call(isLast) } }
        }
    }
}

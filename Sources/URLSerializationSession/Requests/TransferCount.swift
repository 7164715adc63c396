/// The bytes of a body that were sent or received, and who wants to know.
struct TransferCount: Sendable {
    private(set) var completed: Int64 = 0
    /// −1 where it is not known.
    private(set) var total: Int64 = -1
    private var handlers: [ProgressHandler] = []
    private var shown: Progress?

    /// The same as Foundation shows it; made when it is first asked for.
    var progress: Progress {
        mutating get {
            if let shown { return shown }
            let progress = Progress(totalUnitCount: total)
            progress.completedUnitCount = completed
            shown = progress
            return progress
        }
    }

    mutating func add(_ handler: ProgressHandler) {
        handlers.append(handler)
    }

    /// More bytes of the same body.
    mutating func add(_ count: Int64) -> News? { set(completed.saturatingSum(count), of: total) }

    /// So many bytes of so many.
    mutating func set(_ completed: Int64, of total: Int64) -> News? {
        guard completed != self.completed || total != self.total else { return nil }
        self.completed = completed
        self.total = total
        return News(completed: completed, total: total, shown: shown, handlers: completed > 0 ? handlers : [])
    }

    /// What has changed, to be told outside of the lock that the count is guarded by: others may observe the progress.
    struct News {
        fileprivate let completed: Int64
        fileprivate let total: Int64
        fileprivate let shown: Progress?
        fileprivate let handlers: [ProgressHandler]

        func tell() {
            shown?.totalUnitCount = total
            shown?.completedUnitCount = completed
            for handler in handlers { handler.call() }
        }
    }
}

/// A caller's closure for progress. At most one call of it is waiting at any time, however slow its queue is.
final class ProgressHandler: Sendable {
    private let queue: DispatchQueue
    private let progress: Progress
    private let handle: @Sendable (Progress) -> Void
    private let isWaiting = Locked(false)

    init(_ queue: DispatchQueue, _ progress: Progress, _ handle: @escaping @Sendable (Progress) -> Void) {
        self.queue = queue
        self.progress = progress
        self.handle = handle
    }

    func call() {
        let wasWaiting = isWaiting.withLock { isWaiting in
            defer { isWaiting = true }
            return isWaiting
        }
        guard !wasWaiting else { return }
        queue.async { [self] in
            isWaiting.withLock { $0 = false }
            handle(progress)
        }
    }
}

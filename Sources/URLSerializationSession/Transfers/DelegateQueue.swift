/// The queue of a URLSession's delegate: URLSession's calls run on a serial dispatch queue, at most so many ahead.
///
/// URLSession on Linux hands what it receives to its delegate's queue and goes on receiving, so that a file that is
/// written more slowly than the network delivers piles up in memory. Here it waits instead, and so does the server. It
/// waits on the thread of all of the process's URLSessions, which is why nothing on the queue may wait for URLSession or
/// for the user.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    /// As many calls as can be waiting: of at most 16 KiB of received bytes each.
    private static let room = 256

    private let queue: DispatchQueue
    private let vacancies = DispatchSemaphore(value: DelegateQueue.room)

    init(_ queue: DispatchQueue) {
        self.queue = queue
        super.init()
        maxConcurrentOperationCount = 1
        underlyingQueue = queue
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        vacancies.wait()
        queue.async { [vacancies] in
            block()
            vacancies.signal()
        }
    }
}

extension DispatchQueue {
    /// Where tasks are made, resumed and cancelled: all that waits for URLSession's thread, which may be waiting for the
    /// events' queue of a session.
    ///
    /// One for the process, as that thread is on Linux: each session's own would have a thread waiting, until so many wait
    /// that none is left for the events.
    static let urlSessionTasks = DispatchQueue(label: "URLSerializationSession.tasks")
}

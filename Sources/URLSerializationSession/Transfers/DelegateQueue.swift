/// The queue of a URLSession's delegate: its calls run on a serial dispatch queue, with a limited number waiting.
///
/// URLSession on Linux adds received bytes to its delegate's queue and continues to receive, so that a file that is
/// written more slowly than the network delivers it accumulates in memory. Here URLSession waits instead, and so does
/// the server. It waits on the one thread of all URLSessions in the process, so nothing on the queue may wait for
/// URLSession or for the user.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
    /// The largest number of calls that wait, each with at most 16 KiB of received bytes.
    private static let room = 256

    private let queue: DispatchQueue
    private let vacancies = DispatchSemaphore(value: DelegateQueue.room)

    init(_ queue: DispatchQueue) {
        self.queue = queue
        super.init()
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        vacancies.wait()
        queue.async { [vacancies] in
            block()
            vacancies.signal()
        }
    }
}

extension DispatchQueue {
    /// Where tasks are made, resumed and cancelled: all that waits for URLSession's thread, which may be waiting for the
    /// events' queue of a session.
    ///
    /// One for the process, as that thread is on Linux: each session's own would have a thread waiting, until so many wait
    /// that none is left for the events.
    static let urlSessionTasks = DispatchQueue(label: "URLSerializationSession.tasks")
}

/// A task of this module: of one of URLSession's classes, carried out by a request of the module URLSerializationSession.
///
/// Foundation lets its task classes be subclassed, and makes tasks that only a URLSession can run; what they answer is
/// overridden here. Three classes, because old code tells data, upload and download tasks apart by them.
///
/// Not run on Apple's systems, where making one is deprecated, and what is not overridden may have no implementation.
protocol SessionTask: URLSessionTask {
    /// What the task stands for.
    var work: TaskWork { get }
}

/// Where a request is, as its owner has put it.
public enum RequestState: Hashable, Sendable {
    /// Made, and not started yet.
    case initialized
    /// Started, or continued after a pause.
    case resumed
    /// Paused: nothing is handed out, and nothing is sent that has not been.
    case suspended
    /// Cancelled. The request then ends with `URLError.cancelled`.
    case cancelled
    /// Ended, with or without an error, and not by being cancelled.
    case finished

    /// What can happen to a request.
    public enum Action: Hashable, Sendable, CaseIterable {
        /// ``Request/resume()``.
        case resume
        /// ``Request/suspend()``.
        case suspend
        /// ``Request/cancel()``.
        case cancel
        /// The end of what the request waits for.
        case finish
    }

    /// The state that an action leads to, or nil where the action means nothing: a request that has ended cannot be
    /// resumed, one that is paused does not end before it is resumed or cancelled.
    public func after(_ action: Action) -> RequestState? {
        switch (self, action) {
        case (.initialized, .resume), (.suspended, .resume): .resumed
        case (.initialized, .suspend), (.resumed, .suspend): .suspended
        case (.initialized, .cancel), (.resumed, .cancel), (.suspended, .cancel): .cancelled
        case (.resumed, .finish): .finished
        default: nil
        }
    }
}

/// The state of a request, as the caller controls it.
public enum RequestState: Hashable, Sendable {
    /// Created, and not started yet.
    case initialized
    /// Started, or continued after a pause.
    case resumed
    /// Suspended: nothing is handed out, and nothing further is sent.
    case suspended
    /// Cancelled. The request then ends with `URLError.cancelled`.
    case cancelled
    /// Ended, with or without an error, but not cancelled.
    case finished

    /// An action on a request.
    public enum Action: Hashable, Sendable, CaseIterable {
        /// ``Request/resume()``.
        case resume
        /// ``Request/suspend()``.
        case suspend
        /// ``Request/cancel()``.
        case cancel
        /// The end of the request's work.
        case finish
    }

    /// Returns the state that an action leads to, or `nil` where the action has no meaning: a request that has ended
    /// cannot be resumed, and one that is suspended does not end before it is resumed or cancelled.
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

/// The state of a request, as the caller controls it.
///
/// A request that has ended cannot be resumed, and a suspended request does not end until it is resumed or cancelled.
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
}

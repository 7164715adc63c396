import Foundation

/// The reason why a server could not start, or could not continue with a connection.
package enum LoopbackServerError: Error, CustomStringConvertible {
    /// A call to the system that failed, and its number.
    case system(String, Int32)
    /// A malformed request, with the problem.
    case malformed(String)
    /// The connection ended within a request.
    case ended
    /// The server is being stopped.
    case stopped
    /// The event that did not occur in time.
    case timedOut(String)

    package var description: String {
        switch self {
        case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
        case .malformed(let what): "no request: \(what)"
        case .ended: "the connection ended within a request"
        case .stopped: "the server has been stopped"
        case .timedOut(let what): "waited in vain for \(what)"
        }
    }
}

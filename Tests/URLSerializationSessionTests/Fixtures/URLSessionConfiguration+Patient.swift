import Foundation
import URLSerializationSession

extension URLSessionConfiguration {
    /// An ephemeral configuration whose requests wait while other tests use all threads.
    static var patient: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        return configuration
    }
}

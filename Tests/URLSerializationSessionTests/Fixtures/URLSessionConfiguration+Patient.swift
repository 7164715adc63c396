import Foundation
import URLSerializationSession

extension URLSessionConfiguration {
    /// An ephemeral one whose requests wait while other tests have all threads.
    static var patient: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        return configuration
    }
}

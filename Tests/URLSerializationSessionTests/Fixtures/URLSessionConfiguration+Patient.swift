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

extension Session {
    /// Returns a session whose engine obeys `httpShouldHandleCookies` and sends a request's own cookies, which
    /// URLSession on Linux does not.
    static func obeyingCookieSettings(_ configuration: URLSessionConfiguration = .patient) -> Session {
        #if os(Linux)
            Session(configuration: configuration, engine: .libcurl)
        #else
            Session(configuration: configuration)
        #endif
    }
}

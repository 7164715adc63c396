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
    /// A session whose engine obeys `httpShouldHandleCookies`, which URLSession on Linux does not.
    static var obeyingCookieSettings: Session {
        #if os(Linux)
            Session(configuration: .patient, engine: .libcurl)
        #else
            Session(configuration: .patient)
        #endif
    }
}

import Foundation
import TestSupport
import URLSerializationSession

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

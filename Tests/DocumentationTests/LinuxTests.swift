import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The sample of "Linux".
@Suite struct LinuxTests {
    /// Compiled only: it changes the environment of the process.
    func sample() {
        setenv("no_proxy", "*", 1)
    }

    #if os(Linux)
        @Test func namesOfHeadersAreCapitalized() throws {
            var request = URLRequest(url: try #require(URL(string: "https://example.com/")))
            request.setValue("1", forHTTPHeaderField: "X-API-key")
            #expect(request.allHTTPHeaderFields == ["X-Api-Key": "1"])
            try request.setHeaders(["X-API-key": "2"])
            #expect(request.allHTTPHeaderFields == ["X-API-key": "2"])
        }
    #endif
}

import Foundation
import Testing
import URLSerialization

/// The samples of the core's first page.
@Suite struct URLSerializationRootTests {
    @Test func samplesPrintWhatTheySay() async throws {
        try await Sample.run {
            let request = try HTTPRequestSerializer().request(
                method: .get, url: "https://example.com/search",
                parameters: ["q": "swift", "tags": ["a", "b"]])
            print(request.url!)
            // https://example.com/search?q=swift&tags%5B%5D=a&tags%5B%5D=b
        }
    }
}

import Foundation
import Testing
import URLSerialization

/// The sample of "Known flaws".
@Suite struct KnownFlawsTests {
    @Test func samplePrintsWhatItSays() async throws {
        try await Sample.run {
            var serializer = HTTPRequestSerializer()
            serializer.configuration.queryStyle.arrays = .indicesWhereNested
            serializer.configuration.queryStyle.emptyCollections = .emptyValue
            let request = try serializer.request(
                method: .get, url: "https://example.com/",
                parameters: ["rows": [[1], [2]], "tags": [String]()])
            print(request.url!.query!.removingPercentEncoding!)
            // rows[0][]=1&rows[1][]=2&tags[]=
        }
    }
}

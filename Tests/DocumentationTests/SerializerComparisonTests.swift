import SerializerComparison
import Testing

/// The sample of the first page of the comparison.
@Suite struct SerializerComparisonRootTests {
    @Test func samplePrintsAReport() async throws {
        let lines = try await Sample.printed {
            print(Comparison(of: ["a": [1, 2]]))
        }
        #expect(lines.first == "payload · JSON · 2 values · POST · as sent, before a server reads it")
        for sender in ["HTTPRequestSerializer ", "URLEncoding ", "URLComponents "] {
            #expect(lines.contains { $0.hasPrefix(sender) }, "\(sender)")
        }
    }
}

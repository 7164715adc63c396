import Testing
import URLSerialization

/// A conformance that only the main actor may use, as code that belongs to the main actor by default has.
@Suite struct IsolatedConformanceTests {
    @MainActor private struct Line: @MainActor Encodable {
        var title = "tea"
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(title)
        }
    }

    /// `@unchecked Sendable`: the value is a constant.
    private struct Parameters: @unchecked Sendable {
        let value: [String: Any]
    }

    @Test func onlyItsActorUsesIt() async throws {
        let parameters = await MainActor.run { Parameters(value: ["a": [Line(), Line()]]) }
        for _ in 0..<2 {
            let query = try await MainActor.run { try QueryStringSerializer().string(from: parameters.value) }
            #expect(query == "a%5B%5D=tea&a%5B%5D=tea")
            let error = #expect(throws: RequestSerializationError.self) {
                try QueryStringSerializer().string(from: parameters.value)
            }
            #expect(error?.code == .unsupportedValue)
        }
    }
}

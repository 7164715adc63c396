import Foundation
import SerializerComparison
import Testing
import URLSerialization

@Suite struct ComparisonDictionaryTests {
    @Test func aDictionaryIsComparedAsItsValue() throws {
        let order: [String: Any] = ["sku": "TEE", "sizes": ["S", "M"], "gift": true, "price": 99.99, "note": NSNull()]
        let url = try #require(URL(string: "https://a.example/p"))
        let comparison = Comparison(of: order, method: "PUT", url: url)
        #expect(comparison.method == "PUT" && comparison.url == url)
        let value = Comparison(of: try ParameterValue(bridging: order))
        #expect(comparison.reports.map { comparison.summary(of: $0) } == value.reports.map { value.summary(of: $0) })
        #expect("\(Comparison(of: ["a": [1, 2]]))".contains("URLComponents"))
    }

    @Test func aModelIsComparedAsItsValue() throws {
        struct Order: Encodable { var sku = "TEE", sizes = ["S", "M"] }
        let comparison = try Comparison(encoding: Order())
        let value = Comparison(of: ["sku": "TEE", "sizes": ["S", "M"]])
        #expect(comparison.reports.map { comparison.summary(of: $0) } == value.reports.map { value.summary(of: $0) })
    }
}

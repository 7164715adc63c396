import Foundation
import Testing
import URLSerialization

/// The samples of "Styles of queries".
@Suite struct QueryStylesTests {
    @Test func samplesPrintWhatTheySay() async throws {
        try await Sample.run {
            var style = QueryStyle.afNetworking
            style.arrays = .indices
            style.booleans = .literal
            style.numbers = .shortest
            let query = try QueryStringSerializer(style: style).string(
                from: ["rows": [[1], [2]], "price": 99.99, "paid": true])
            print(query.removingPercentEncoding ?? query)
            // paid=true&price=99.99&rows[0][0]=1&rows[1][0]=2
        }
        try await Sample.run {
            struct Search: Codable {
                let term: String
                let page: Int
                let tags: [String]
            }
            let sent = try QueryStringSerializer(style: .rails).string(
                encoding: Search(term: "café", page: 2, tags: []))
            print(sent)
            // page=2&tags%5B%5D&term=caf%C3%A9
            let read = try QueryDecoder(style: .rails)
                .decode(Search.self, from: sent)
            print(read.term, read.page, read.tags)
            // café 2 []
        }
    }
}

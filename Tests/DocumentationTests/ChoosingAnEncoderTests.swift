import Foundation
import Testing
import URLSerialization

/// The samples of "Choosing an encoder".
@Suite struct ChoosingAnEncoderTests {
    @Test func samplesPrintWhatTheySay() async throws {
        try await Sample.run {
            let order: ParameterValue = [
                "lines": [["sku": "TEE", "sizes": ["S"]], ["sku": "MUG"]]
            ]
            let php = QueryStringSerializer(style: .php)
            let query = try php.string(from: order)
            print(query.removingPercentEncoding ?? query)
            // lines[0][sizes][]=S&lines[0][sku]=TEE&lines[1][sku]=MUG
            print(try QueryParser(style: .php).parse(query) == order)
            // true

            do {
                _ = try QueryStringSerializer(style: .django)
                    .string(from: ["lines": [["sku": "TEE"]]])
            } catch let error as RequestSerializationError {
                print(error.code, error.keyPath ?? "")
                // misread lines[0]
            }

            var style = QueryStyle.rails
            style.order = .asGiven
            let lines: ParameterValue = [
                "lines": [["sku": "TEE", "gift": true], ["sku": "MUG"]]
            ]
            let rails = QueryStringSerializer(style: style)
            let rack = try rails.string(from: lines)
            print(rack.removingPercentEncoding ?? rack)
            // lines[][sku]=TEE&lines[][gift]=true&lines[][sku]=MUG
        }
    }

    /// The cells of the table of styles, by the name of the style.
    @Test func tableShowsTheQueriesOfTheStyles() throws {
        let styles: [String: QueryStyle] = [
            "``QueryStyle/afNetworking``, the default": .afNetworking, "``QueryStyle/php``": .php,
            "``QueryStyle/rack``": .rack, "``QueryStyle/rails``": .rails,
            "``QueryStyle/qs``": .qs, "``QueryStyle/querystring``": .querystring,
            "``QueryStyle/go``": .go, "``QueryStyle/flat``": .flat,
            "``QueryStyle/laravel``": .laravel, "``QueryStyle/express4``": .express4,
            "``QueryStyle/spring``": .spring, "``QueryStyle/aspNetCore``": .aspNetCore,
            "``QueryStyle/phoenix``": .phoenix,
        ]
        let page = try Document("Sources/URLSerialization/URLSerialization.docc/ChoosingAnEncoder.md")
        var count = 0
        for row in page.text.split(separator: "\n").map({ $0.components(separatedBy: " | ") }) {
            guard row.count == 6, let style = styles[row[1]] else { continue }
            count += 1
            let values: [ParameterValue] = [[1, 2], [["a": 1]], true]
            for (value, cell) in zip(values, row[2...]) {
                let query = try? QueryStringSerializer(style: style).string(from: ["k": value] as ParameterValue)
                let text = query?.removingPercentEncoding
                let shown = value == true ? text?.replacingOccurrences(of: "k=", with: "") : text
                #expect(shown.map { "`\($0)`" } ?? "refused" == cell, "\(row[1])")
            }
        }
        #expect(count == styles.count)
    }
}

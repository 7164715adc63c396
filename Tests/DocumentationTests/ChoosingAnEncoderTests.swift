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
            "afNetworking": .afNetworking, "aspNetCore": .aspNetCore, "django": .django, "express4": .express4,
            "express5": .express5, "fastAPI": .fastAPI, "flask": .flask, "flat": .flat, "gin": .gin, "go": .go,
            "laravel": .laravel, "phoenix": .phoenix, "php": .php, "qs": .qs, "querystring": .querystring,
            "rack": .rack, "rails": .rails, "sinatra": .sinatra, "spring": .spring, "symfony": .symfony,
        ]
        let page = try Document("Sources/URLSerialization/URLSerialization.docc/ChoosingAnEncoder.md")
        var (names, servers): (Set<String>, [String]) = ([], [])
        for row in page.text.split(separator: "\n").map({ $0.components(separatedBy: " | ") }) {
            guard row.count == 6, let name = row[1].firstMatch(of: /``QueryStyle\/(\w+)``/)?.1 else { continue }
            let style = try #require(styles[String(name)])
            names.insert(String(name))
            servers.append(row[0].lowercased())
            let values: [ParameterValue] = [[1, 2], [["a": 1]], true]
            for (value, cell) in zip(values, row[2...]) {
                let query = try? QueryStringSerializer(style: style).string(from: ["k": value] as ParameterValue)
                let text = query?.removingPercentEncoding
                let field = value == true ? text?.replacingOccurrences(of: "k=", with: "") : text
                #expect(field.map { "`\($0)`" } ?? "refused" == cell, "\(row[1])")
            }
        }
        #expect(names == Set(styles.keys))
        // The last row is that of servers written for AFNetworking.
        #expect(servers.dropLast() == servers.dropLast().sorted()[...])
    }
}

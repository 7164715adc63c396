import TestSupport
import Testing
import URLSerialization

// Apple's Foundation prints some doubles with more digits.
#if os(Linux)

    /// JSON bodies and those of `JSONSerialization` for the same values on Linux.
    ///
    /// `JSON_SEED` is the seed of the first of the random trees, by default 2026:
    /// `EFFORT=1000 JSON_SEED=1 swift test --filter JSONSerializationAgreementTests`. A failure names the seed of its
    /// tree.
    @Suite(.tags(.computing, .random, .slow), .enabled(if: ComparedFoundation.isPresent, ComparedFoundation.comment))
    struct JSONSerializationAgreementTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let trees = Effort.times(5_000, quick: 2_000)
        private static let seed = environment["JSON_SEED"].flatMap(UInt64.init) ?? 2026
        private static let shares = 0..<10

        /// Every combination of the options that change the text.
        private static let combinations: [JSONSerialization.WritingOptions] = (0..<4).map { bits in
            [bits & 1 == 0 ? [] : .prettyPrinted, bits & 2 == 0 ? [] : .withoutEscapingSlashes]
        }

        @Test(arguments: shares)
        func randomTreesAreWrittenAlike(share: Int) throws {
            for index in stride(from: share, to: Self.trees, by: Self.shares.count) {
                let seed = Self.seed &+ UInt64(index)
                var generator = SeededGenerator(seed: seed)
                let tree = RandomParameters.json.collection(using: &generator).any(using: &generator)
                let options = generator.element(of: Self.combinations)
                let sorted = try Self.compare(tree, options.union(.sortedKeys), seed: seed)
                if index.isMultiple(of: 5) {
                    let value = try ParameterValue(bridging: tree)
                    #expect(
                        try Self.body(of: value, options.union(.sortedKeys)) == sorted, "ParameterValue, seed \(seed)")
                }
                if index.isMultiple(of: 4) { try Self.compareMembers(tree, options, seed: seed) }
            }
        }

        /// Compares JSON with sorted keys, in which every byte must agree.
        private static func compare(_ tree: Any, _ options: JSONSerialization.WritingOptions, seed: UInt64) throws
            -> Data
        {
            let expected = try JSONSerialization.data(withJSONObject: tree, options: options)
            let body = try body(of: tree, options)
            #expect(body == expected, message(seed, tree, options, body, expected))
            return expected
        }

        /// Compares JSON with unsorted keys, whose order in Foundation is random: the members must agree, and the bytes
        /// of each value.
        private static func compareMembers(
            _ tree: Any, _ options: JSONSerialization.WritingOptions, seed: UInt64
        ) throws {
            let expected = try JSONSerialization.data(withJSONObject: tree, options: options)
            let body = try body(of: tree, options)
            #expect(body.count == expected.count, message(seed, tree, options, body, expected))
            let members = try #require(RawJSON(body), message(seed, tree, options, body, expected))
            #expect(members == RawJSON(expected), message(seed, tree, options, body, expected))
        }

        private static func body(of parameters: Any, _ options: JSONSerialization.WritingOptions) throws -> Data {
            let serializer = JSONRequestSerializer(writingOptions: options)
            return try #require(try serializer.body(for: parameters, in: request))
        }

        private static let request = URLRequest(url: URL(filePath: "/"))

        private static func message(
            _ seed: UInt64, _ tree: Any, _ options: JSONSerialization.WritingOptions, _ body: Data, _ expected: Data
        ) -> Comment {
            // Tells the types.
            var text = ""
            dump(tree, to: &text)
            return """
                seed \(seed), options \(options.rawValue): \(text)
                ours       \(String(decoding: body, as: UTF8.self))
                Foundation \(String(decoding: expected, as: UTF8.self))
                """
        }

        @Test func treesHoldWhatJSONMayHold() throws {
            var counts: [String: Int] = [:]
            var depth = 0
            func count(_ value: Any, at level: Int) {
                counts["\(type(of: value))", default: 0] += 1
                depth = max(depth, level)
                if let array = value as? [Any] { for element in array { count(element, at: level + 1) } }
                if let dictionary = value as? [String: Any] {
                    for (_, element) in dictionary { count(element, at: level + 1) }
                }
            }
            for seed in 0..<3_000 {
                var generator = SeededGenerator(seed: UInt64(seed))
                count(RandomParameters.json.collection(using: &generator).any(using: &generator), at: 1)
            }
            #expect(depth == 5 || depth == 6)
            #expect(counts.count > 25 && counts.values.allSatisfy { $0 >= 10 }, "\(counts)")
        }
    }
#endif

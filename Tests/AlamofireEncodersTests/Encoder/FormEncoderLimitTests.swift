import AlamofireEncoders
import TestSupport
import Testing

/// Models that only a limit stops.
@Suite(.takingTurns) struct FormEncoderLimitTests {
    struct Nested: Encodable {
        final class Box: Encodable, Sendable {
            let child: Nested?
            init(_ child: Nested?) { self.child = child }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                if let child { try container.encode(child, forKey: .a) } else { try container.encode(1, forKey: .a) }
            }
        }
        enum Keys: CodingKey { case a }
        let box: Box

        init(depth: Int) {
            var nested = Nested(box: Box(nil))
            for _ in 1..<depth { nested = Nested(box: Box(nested)) }
            self = nested
        }

        private init(box: Box) { self.box = box }

        func encode(to encoder: any Encoder) throws { try box.encode(to: encoder) }
    }

    final class Cycle: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Nested.Keys.self)
            try container.encode(self, forKey: .a)
        }
    }

    /// A model whose single value is itself.
    final class Ouroboros: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        }
    }

    /// Nested containers without a value that encodes itself.
    struct Containers: Encodable {
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Nested.Keys.self)
            for _ in 0..<depth { container = container.nestedContainer(keyedBy: Nested.Keys.self, forKey: .a) }
            try container.encode(1, forKey: .a)
        }
    }

    private func query(_ model: any Encodable) throws -> String { try URLEncodedFormEncoder().encode(model) }

    @Test func fiveHundredLevelsAreWritten() throws {
        #expect(try query(Nested(depth: 500)) == "a" + String(repeating: "%5Ba%5D", count: 499) + "=1")
    }

    @Test(arguments: [513, 2_000])
    func deeperModelIsAnErrorNamingTheKeyPath(depth: Int) {
        let error = #expect(throws: RequestSerializationError.self) { try query(Nested(depth: depth)) }
        #expect(error?.code == .tooDeep)
        #expect(error?.keyPath?.hasPrefix("a[a][a]") == true)
    }

    @Test func modelThatHoldsItselfIsAnError() {
        let error = #expect(throws: RequestSerializationError.self) { try query(Cycle()) }
        #expect(error?.code == .tooDeep)
        let other = #expect(throws: RequestSerializationError.self) { try query(Ouroboros()) }
        #expect(other?.code == .tooDeep)
    }

    @Test(arguments: [600, 100_000])
    func containersInContainersAreLimitedAsWell(depth: Int) {
        let error = #expect(throws: RequestSerializationError.self) { try query(Containers(depth: depth)) }
        #expect(error?.code == .tooDeep)
    }

    /// ThreadSanitizer makes each level take several times its stack.
    @Test(.disabled(if: ProcessMemory.isSanitized))
    func smallStackIsEnough() async throws {
        // Secondary threads of Apple's systems have half a mebibyte.
        let depth = await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: try? self.query(Nested(depth: 500)).utf8.count) }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(depth == 3 + 499 * 7)
    }

    @Test(arguments: [TimeInterval.nan, 1e15])
    func dateWithoutTextIsAnErrorNamingItsKeyPath(interval: TimeInterval) {
        let date = Date(timeIntervalSince1970: interval)
        let encoder = URLEncodedFormEncoder(dateEncoding: .iso8601)
        let error = #expect(throws: RequestSerializationError.self) { try encoder.encode(["when": [date]]) as String }
        #expect(error?.code == .dateWithoutText)
        #expect(error?.keyPath == "when[0]")
    }

    @Test(arguments: [
        (#"{"a": 1, "b": true, "c": -2}"#, "%61=%31&%62=%31&%63=%2D%32", CharacterSet()),
        (#"{"a": 1, "b": true, "c": -2}"#, "a=1&b=1&c=%2D2", CharacterSet.alphanumerics),
    ])
    func numbersAreEscapedWhereTheyAreNotAllowed(json: String, query: String, allowed: CharacterSet) throws {
        struct Numbers: Codable {
            let a: Int
            let b: Bool
            let c: Int8
        }
        let model = try JSONDecoder().decode(Numbers.self, from: Data(json.utf8))
        #expect(try URLEncodedFormEncoder(allowedCharacters: allowed).encode(model) == query)
    }

    @Test(arguments: [URLEncodedFormEncoder.KeyEncoding.convertToSnakeCase, .convertToKebabCase])
    func keyOfScalarsThatFormACharacterIsNoTrap(key: URLEncodedFormEncoder.KeyEncoding) throws {
        let query: String = try URLEncodedFormEncoder(keyEncoding: key).encode(["x\u{600}A\u{600}b": 1])
        #expect(query.hasSuffix("=1"))
    }

    @Test func codingPathHasTheModelsOwnKeys() throws {
        enum Keys: Int, CodingKey { case name = 5 }
        final class Seen: @unchecked Sendable { var path: [any CodingKey] = [] }
        struct Witness: Encodable {
            let seen: Seen
            func encode(to encoder: any Encoder) throws {
                seen.path = encoder.codingPath
                try "x".encode(to: encoder)
            }
        }
        struct Model: Encodable {
            let seen: Seen
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode([Witness(seen: seen)], forKey: .name)
            }
        }
        let seen = Seen()
        #expect(throws: URLEncodedFormEncoder.Error.self) {
            try URLEncodedFormEncoder().encode(Model(seen: seen)) as String
        }
        #expect(seen.path.count == 2)
        #expect(seen.path.first as? Keys == .name)
        #expect(seen.path.first?.stringValue == "name")
        #expect(seen.path.last?.intValue == 0)
    }

    @Test(.tags(.random)) func timeGrowsWithThePairsAlone() throws {
        func seconds(_ count: Int) throws -> Duration {
            let model = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", $0) })
            return try ProcessorTime.leastOf3 { _ = try query(model) }
        }
        // Alamofire's own takes a hundred times as long for ten times the pairs.
        let most = Effort.size(20_000, quick: 5_000)
        let isLinear = try (0..<5).contains { _ in try seconds(most) < seconds(most / 10) * 40 }
        #expect(isLinear)
    }
}

import Testing
import URLSerialization

/// Models that encode themselves in uncommon ways.
@Suite struct ModelContainerTests {
    private typealias Model = ClosureModel
    private typealias Key = ClosureModel.Key

    private static func keyed(
        _ encoding: @escaping @Sendable (inout KeyedEncodingContainer<Key>) throws -> Void
    ) -> Model {
        Model { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try encoding(&container)
        }
    }

    private static func query(_ model: some Encodable) throws -> String {
        let query = try QueryStringSerializer().string(encoding: model)
        #expect(try QueryStringSerializer().string(from: ParameterValue(encoding: model)) == query)
        return query.removingPercentEncoding ?? query
    }

    private static func json(_ model: some Encodable) throws -> NSObject? {
        let options = JSONSerialization.ReadingOptions.fragmentsAllowed
        return try JSONSerialization.jsonObject(with: JSONEncoder().encode(model), options: options) as? NSObject
    }

    // MARK: - Nested containers

    @Test func nestedContainersMayBeFilledByTurns() throws {
        let model = Self.keyed { container in
            var first = container.nestedContainer(keyedBy: Key.self, forKey: "b")
            var second = container.nestedUnkeyedContainer(forKey: "a")
            try first.encode(1, forKey: "y")
            try second.encode(2)
            var third = second.nestedContainer(keyedBy: Key.self)
            var fourth = second.nestedUnkeyedContainer()
            try fourth.encode(true)
            try third.encode("t", forKey: "z")
            try first.encodeNil(forKey: "x")
            try second.encode(3)
            try fourth.encodeNil()
            try container.encode(9, forKey: "c")
        }
        #expect(try Self.query(model) == "a[]=2&a[][z]=t&a[][]=1&a[][]&a[]=3&b[x]&b[y]=1&c=9")
    }

    @Test func superEncodersFillTheirOwnKeys() throws {
        let model = Self.keyed { container in
            var plain = container.superEncoder().container(keyedBy: Key.self)
            var named = container.superEncoder(forKey: "base").unkeyedContainer()
            try plain.encode(1, forKey: "a")
            try named.encode(2)
            var below = named.superEncoder().singleValueContainer()
            try below.encode("three")
            _ = container.superEncoder(forKey: "unused")
        }
        #expect(try Self.query(model) == "base[]=2&base[]=three&super[a]=1")
    }

    private class Animal: Encodable {
        let name = "Rex"
        private enum CodingKeys: String, CodingKey { case name }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
        }
    }

    private final class Dog: Animal {
        var usesSuperEncoder = false

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode([1], forKey: "legs")
            try super.encode(to: usesSuperEncoder ? container.superEncoder() : encoder)
            try container.encode(2, forKey: "tail")
        }
    }

    @Test func superclassSharesTheContainerOrHasItsOwn() throws {
        let dog = Dog()
        #expect(try Self.query(dog) == "legs[]=1&name=Rex&tail=2")
        dog.usesSuperEncoder = true
        #expect(try Self.query(["d": [dog]]) == "d[][legs][]=1&d[][super][name]=Rex&d[][tail]=2")
    }

    /// A set is not encoded by its own `encode(to:)`; values after it are.
    @Test func containersAfterSetsKeepTheirElements() throws {
        let model = Self.keyed { container in
            try container.encode(Set(["x"]), forKey: "a")
            var list = container.nestedUnkeyedContainer(forKey: "b")
            try list.encode([ModelEncoderTests.Color.red: 1])
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(Set<Int>())
            try inner.encode(5)
            try list.encode(6)
            var above = container.superEncoder(forKey: "c").unkeyedContainer()
            try above.encode(7)
        }
        #expect(try Self.query(model) == "a=x&b[][red]=1&b[][]=5&b[]=6&c[]=7")
    }

    @Test func wrappersAreWhatTheyWrap() throws {
        let wrap = { @Sendable (model: Model) in
            Model { encoder in
                var container = encoder.singleValueContainer()
                try container.encode(model)
            }
        }
        let inner = Self.keyed { try $0.encode(wrap(Model { try "leaf".encode(to: $0) }), forKey: "k") }
        #expect(try Self.query(wrap(wrap(inner))) == "k=leaf")
        #expect(try Self.query(["a": wrap(Model { try Set([2, 1]).encode(to: $0) })]).hasPrefix("a"))
        let null = Model { encoder in
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        }
        #expect(try Self.query(["a": wrap(null)]) == "a")
    }

    @propertyWrapper private struct Upper: Encodable {
        var wrappedValue: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue.uppercased())
        }
    }

    @Test func propertyWrappersEncodeThemselves() throws {
        struct Wrapped: Encodable {
            @Upper var name = "a"
            var others = [Upper(wrappedValue: "b")]
        }
        #expect(try Self.query(Wrapped()) == "name=A&others[]=B")
    }

    @Test func nilOfEveryKindIsWrittenOrLeftOut() throws {
        let model = Self.keyed { container in
            try container.encodeNil(forKey: "a")
            try container.encode(Int?.none, forKey: "b")
            try container.encodeIfPresent(Int?.none, forKey: "c")
            try container.encode(Int??.some(.none), forKey: "d")
            try container.encodeIfPresent(1, forKey: "e")
            try container.encode(ParameterValue.null, forKey: "f")
        }
        #expect(try Self.query(model) == "a&b&d&e=1&f")
    }

    @Test func everyPrimitiveHasItsText() throws {
        let keyed = Self.keyed { container in
            try container.encode(true, forKey: "a")
            try container.encode(Int8.min, forKey: "b")
            try container.encode(UInt16.max, forKey: "c")
            try container.encode(Int64.min, forKey: "d")
            try container.encode(UInt64.max, forKey: "e")
            try container.encode(Float(0.1), forKey: "f")
            try container.encode(-0.0, forKey: "g")
            try container.encode("", forKey: "h")
            try container.encode(Double.nan, forKey: "i")
        }
        #expect(
            try Self.query(keyed)
                == "a=1&b=-128&c=65535&d=-9223372036854775808&e=18446744073709551615&f=0.1&g=-0&h=&i=nan")
        let unkeyed = Model { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(false)
            try container.encode(Int16.min)
            try container.encode(UInt8.max)
            try container.encode(Int32.min)
            try container.encode(UInt32.max)
            try container.encode(UInt.max)
            try container.encode(Float(1) / 3)
            try container.encode("x")
            try container.encodeNil()
            try container.encode(contentsOf: [1.5, 2])
        }
        #expect(
            try Self.query(["k": unkeyed])
                == "k[]=0&k[]=-32768&k[]=255&k[]=-2147483648&k[]=4294967295&k[]=18446744073709551615&k[]=0.3333333"
                + "&k[]=x&k[]&k[]=1.5&k[]=2")
    }

    @Test func unkeyedContainerCountsItsElements() throws {
        let model = Model { encoder in
            var container = encoder.unkeyedContainer()
            for count in 0..<5 {
                #expect(container.count == count)
                try container.encode(container.count)
            }
            _ = container.nestedUnkeyedContainer()
            _ = container.superEncoder()
            #expect(container.count == 7)
        }
        #expect(try Self.query(["k": model]) == "k[]=0&k[]=1&k[]=2&k[]=3&k[]=4")
    }

    // MARK: - Repeated keys

    @Test(arguments: [1, 2, 63, 64, 65, 66, 130, 1_000])
    func laterOfTwoValuesUnderOneKeyStands(count: Int) throws {
        let model = Self.keyed { container in
            for round in 0..<3 {
                for key in 0..<count { try container.encode(round, forKey: Key(stringValue: "k\(key)")) }
            }
            try container.encode(["a": 1], forKey: "k0")
            try container.encode("new", forKey: "other")
        }
        guard case .dictionary(let values) = try ParameterValue(encoding: model) else { return }
        #expect(values.map(\.key) == (0..<count).map { "k\($0)" } + ["other"])
        #expect(values.first?.value == ["a": 1])
        #expect(values.dropFirst().dropLast().allSatisfy { $0.value == 2 })
        #expect(
            try QueryStringSerializer().pairs(encoding: model).count == count + 1)
    }

    @Test(arguments: [10, 64, 65, 200])
    func containerInThePlaceOfAnotherStartsEmpty(count: Int) throws {
        let model = Self.keyed { container in
            for round in 0..<2 {
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: "k")
                for _ in 0..<2 {
                    for key in 0..<count - round { try nested.encode(round, forKey: Key(stringValue: "\(key)")) }
                }
            }
        }
        let pairs = try QueryStringSerializer().pairs(encoding: model)
        // JSONEncoder continues with the first container and would have one pair more.
        #expect(pairs.count == count - 1)
        #expect(Set(pairs.map(\.value)) == ["1"])
        #expect(Set(pairs.map(\.key)).count == count - 1)
    }

    @Test func canonicallyEqualKeysAreTwo() throws {
        let model = Self.keyed { container in
            for _ in 0..<2 {
                try container.encode(1, forKey: "\u{E9}")
                try container.encode(2, forKey: "e\u{301}")
            }
        }
        #expect(try Self.query(model).utf8.elementsEqual("e\u{301}=2&\u{E9}=1".utf8))
    }

    @Test func leafInThePlaceOfACollectionReplacesIt() throws {
        let model = Self.keyed { container in
            try container.encode([1, 2], forKey: "a")
            try container.encode(["x": ["y": 1]], forKey: "b")
            try container.encode(3, forKey: "a")
            try container.encodeNil(forKey: "b")
            try container.encode(["z"], forKey: "b")
            try container.encode(["p": 1] as ParameterValue, forKey: "c")
            try container.encode([5], forKey: "c")
        }
        #expect(try Self.query(model) == "a=3&b[]=z&c[]=5")
    }

    // MARK: - Types of keys

    private struct Kept<Tag>: Encodable {
        enum Keys: String, CodingKey { case own, number }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(1, forKey: .number)
            try container.encode("\(Keys.self)", forKey: .own)
        }
    }

    private struct Wrapped<Tag> {}

    @Test func everyTypeOfKeysIsEncoded() throws {
        func check<Tag>(_ tag: Tag.Type, _ levels: Int) throws {
            for _ in 0..<3 { #expect(try Self.query(Kept<Tag>()) == "number=1&own=Keys") }
            if levels > 0 { try check(Wrapped<Tag>.self, levels - 1) }
        }
        try check(Int.self, 80)
        try check(String.self, 80)
        try check(Bool.self, 80)
        try check(Double.self, 80)
    }

    @Test func typesOfKeysAreEncodedByManyThreadsAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let queries = try [
                        Self.query(Kept<Int8>()), Self.query(Kept<Int16>()), Self.query(Kept<Int32>()),
                    ]
                    #expect(queries == Array(repeating: "number=1&own=Keys", count: 3))
                }
            }
            try await group.waitForAll()
        }
    }
}

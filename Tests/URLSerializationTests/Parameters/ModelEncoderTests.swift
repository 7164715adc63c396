import Testing
import URLSerialization

/// Models whose bytes are those of the equivalent dictionary.
@Suite struct ModelEncoderTests {
    enum Color: String, Codable { case red, blue }
    enum Level: Int, Codable { case low = 1, high }
    enum Shape: String, Codable, CodingKeyRepresentable { case circle, square }

    struct Address: Codable, Hashable {
        var street: String
        var zip: Int?
    }

    struct Order: Encodable {
        var id = 7
        var isPaid = true
        var total = 99.99
        var weight = Float(0.1)
        var price = Decimal(sign: .plus, exponent: -2, significand: 1999)
        var created = Date(timeIntervalSince1970: 1.5)
        var page = URL(fileURLWithPath: "/a b")
        var reference = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        var address = Address(street: "Ä & Ö", zip: nil)
        var tags: Set<String> = ["b", "a"]
        var colors = [Color.red, .blue]
        var levels: [Level?] = [.high, nil]
        var note: String?
        var small = Int8.min
        var large = UInt64.max
    }

    private static var dictionary: [String: Any] {
        [
            "id": 7, "isPaid": true, "total": 99.99, "weight": Float(0.1), "price": NSDecimalNumber(string: "19.99"),
            "created": Date(timeIntervalSince1970: 1.5), "page": URL(fileURLWithPath: "/a b"),
            "reference": "00000000-0000-0000-0000-000000000001", "address": ["street": "Ä & Ö"],
            "tags": Set(["b", "a"]),
            "colors": ["red", "blue"], "levels": [2, NSNull()] as [Any], "small": -128, "large": UInt64.max,
        ]
    }

    @Test func modelIsWrittenAsTheEquivalentDictionary() throws {
        let styles = [
            QueryStyle.afNetworking, .afNetworking { $0.arrays = .indices }, .afNetworking { $0.dates = .iso8601 },
            .afNetworking { $0.numbers = .shortest }, .afNetworking { $0.booleans = .literal },
            .afNetworking { $0.nulls = .literal }, .afNetworking { $0.arrays = .repeated },
        ]
        for serializer in styles.map({ QueryStringSerializer(style: $0) }) {
            let query = try serializer.string(from: Self.dictionary)
            #expect(try serializer.string(encoding: Order()) == query)
            #expect(try serializer.string(from: ParameterValue(encoding: Order())) == query)
        }
    }

    private struct Bytes: Encodable {
        var data = Data([0xFF])
        var all = [Data([1]), Data()]
    }

    @Test func bytesOfAModelNeedAStrategyToo() throws {
        expectRefusal(.dataWithoutStrategy, at: "all[0]") { try QueryStringSerializer().string(encoding: Bytes()) }
        let serializer = QueryStringSerializer(style: .afNetworking { $0.data = .base64 })
        #expect(try serializer.string(encoding: Bytes()) == "all%5B%5D=AQ%3D%3D&all%5B%5D=&data=/w%3D%3D")
    }

    private struct EmptyModel: Encodable {}
    private struct Empties: Encodable {
        var empty = EmptyModel()
        var array: [Int] = []
        var set: Set<Int> = []
        var dictionary: [String: Int] = [:]
        var other: [Color: Int] = [:]
        var nested = [[EmptyModel()]]
    }

    @Test func emptyModelsAndCollectionsWriteNothing() throws {
        #expect(try QueryStringSerializer().string(encoding: EmptyModel()).isEmpty)
        #expect(try QueryStringSerializer().string(encoding: Empties()).isEmpty)
        let serializer = QueryStringSerializer(style: .afNetworking { $0.emptyCollections = .null })
        let query = try serializer.string(encoding: Empties())
        #expect(query == "array%5B%5D&dictionary&empty&nested%5B%5D%5B%5D&other&set")
    }

    // MARK: - Dictionaries and sets

    private static let collections = [
        QuerySample("[Int: String]", "k%5B10%5D=b&k%5B9%5D=a") { try tree([9: "a", 10: "b"]) },
        QuerySample("enum keys", "k%5Bblue%5D=2&k%5Bred%5D=1") { try tree([Color.red: 1, .blue: 2]) },
        QuerySample("enum keys of integers", "k%5B1%5D=1&k%5B2%5D=2") { try tree([Level.high: 2, .low: 1]) },
        QuerySample("coding keys", "k%5Bcircle%5D=1&k%5Bsquare%5D=2") { try tree([Shape.square: 2, .circle: 1]) },
        QuerySample("UUID keys", "k%5B00000000-0000-0000-0000-000000000000%5D=1") { try tree([UUID(uuid: zeros): 1]) },
        QuerySample("URL keys", "k%5Bfile%3A///a%5D=1") { try tree([URL(fileURLWithPath: "/a"): 1]) },
        QuerySample("date keys", "k%5B1970-01-01%2000%3A00%3A00%20%2B0000%5D=1") {
            try tree([Date(timeIntervalSince1970: 0): 1])
        },
        QuerySample("Boolean keys", "k%5B0%5D=1&k%5B1%5D=2") { try tree([true: 2, false: 1]) },
        QuerySample("double keys", "k%5B0.5%5D=1&k%5B2%5D=2") { try tree([0.5: 1, 2: 2]) },
        QuerySample("float keys", "k%5B0.1%5D=1") { try tree([Float(0.1): 1]) },
        QuerySample("decimal keys", "k%5B1.5%5D=1") { try tree([Decimal(1.5): 1]) },
        QuerySample("small integer keys", "k%5B-1%5D=1") { try tree([Int8(-1): 1]) },
        QuerySample("optional keys", "k%5B1%5D=1&k%5B%3Cnull%3E%5D=2") { try tree([1: 1, nil: 2] as [Int?: Int]) },
        QuerySample("enum keys over models", "k%5Bred%5D%5Bstreet%5D=x&k%5Bred%5D%5Bzip%5D=1") {
            try tree([Color.red: Address(street: "x", zip: 1)])
        },
        QuerySample("enum keys over enum keys", "k%5Bred%5D%5B1%5D=1") { try tree([Color.red: [Level.low: 1]]) },
        QuerySample("dictionary of dictionaries", "k%5Ba%5D%5Bb%5D=1") { try tree(["a": ["b": 1]]) },
        QuerySample("set of integers", "k=1&k=10&k=2") { try tree(Set([10, 2, 1])) },
        QuerySample("set of doubles", "k=0.5&k=1") { try tree(Set([1, 0.5])) },
        QuerySample("set of UUIDs and nil", "k=00000000-0000-0000-0000-000000000000&k") {
            try tree(Set([UUID(uuid: zeros), nil] as [UUID?]))
        },
        QuerySample("set of dates", "k=1970-01-01%2000%3A00%3A00%20%2B0000") {
            try tree(Set([Date(timeIntervalSince1970: 0)]))
        },
        QuerySample("set of enums", "k=blue&k=red") { try tree(Set([Color.red, .blue])) },
        QuerySample("set of models", "k%5Bstreet%5D=a&k%5Bzip%5D=2&k%5Bstreet%5D=b&k%5Bzip%5D=1") {
            try tree(Set([Address(street: "b", zip: 1), Address(street: "a", zip: 2)]))
        },
        QuerySample("set of sets", "k=1&k=4&k=2&k=3") { try tree(Set([Set([3, 2]), Set([4, 1])])) },
        QuerySample("set of arrays", "k%5B%5D=1&k%5B%5D=2&k%5B%5D=1&k%5B%5D=3") { try tree(Set([[1, 3], [1, 2]])) },
        QuerySample("set of dictionaries", "k%5Bred%5D=1") { try tree(Set([[Color.red: 1]])) },
        QuerySample("array of sets", "k%5B%5D=1&k%5B%5D=2&k%5B%5D=0") { try tree([Set([2, 1]), [0]]) },
        QuerySample("optional set", "k=1") { try tree(Set([1]) as Set<Int>?) },
        QuerySample("arrays of arrays", "k%5B%5D%5B%5D=1&k%5B%5D%5B%5D=2&k%5B%5D%5B%5D=3") {
            try tree([[1, 2], [], [3]])
        },
        QuerySample("arrays of optionals", "k%5B%5D=1&k%5B%5D") { try tree([1, nil] as [Int?]) },
        QuerySample("range", "k%5B%5D=1&k%5B%5D=5") { try tree(1..<5) },
        QuerySample("CGFloat", "k=0.5") { try tree(CGFloat(0.5)) },
        QuerySample("ParameterValue", "k%5Ba%5D%5B%5D=1&k%5Ba%5D%5B%5D") {
            try tree(["a": [1, nil]] as ParameterValue)
        },
        QuerySample("set in a ParameterValue", "k=1&k=2") { try tree(ParameterValue.set([2, 1])) },
        QuerySample("contiguous array", "k%5B%5D=x") { try tree(ContiguousArray(["x"])) },
    ]

    private static let zeros: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    private static func tree(_ value: some Encodable) throws -> Any {
        ModelSample(["k": AnyModel(value)])
    }

    private struct AnyModel: Encodable {
        let model: any Encodable

        init(_ model: any Encodable) {
            self.model = model
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(model)
        }
    }

    @Test(arguments: collections)
    func collectionsOfAModelAreWrittenAsTheyWouldBeInAny(sample: QuerySample) throws {
        #expect(try QueryStringSerializer().string(sample: sample.make()) == sample.query)
        #expect(try QueryStringSerializer().string(from: ParameterValue(sample: sample.make())) == sample.query)
        #expect(try QueryStringSerializer().pairs(sample: sample.make()).query == sample.query)
    }

    private struct WrappedKey: Hashable, Encodable {
        let color: Color

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(color)
        }
    }

    @Test func keyThatWrapsAnotherHasItsText() throws {
        #expect(try QueryStringSerializer().string(encoding: ["k": [WrappedKey(color: .red): 1]]) == "k%5Bred%5D=1")
    }

    @Test func keyWithoutTextIsAnErrorAtItsDictionary() {
        let models: [any Encodable] = [[Address(street: "a", zip: 1): 1], [[1]: 1], [Set([1]): 1], [Data([1]): 1]]
        for model in models {
            expectRefusal(.unsupportedKey, at: "a[1][0]") {
                try ParameterValue(encoding: ["a": [[AnyModel](), [AnyModel(model)]]])
            }
        }
    }

    @Test func encodingKeepsTheOrderOfTheProperties() throws {
        struct Model: Encodable {
            var b = 1
            var a = ["x"]
        }
        #expect(try ParameterValue(encoding: Model()).description == #"["b": 1, "a": ["x"]]"#)
        let serializer = QueryStringSerializer(style: .afNetworking { $0.order = .asGiven })
        #expect(try serializer.string(encoding: Model()) == "b=1&a%5B%5D=x")
    }
}

import Testing
import URLSerialization

@Suite struct ParameterValueBridgingTests {
    @Test func nilIsNull() throws {
        #expect(try ParameterValue(bridging: nil) == .null)
        #expect(try ParameterValue(bridging: Int?.none) == .null)
        #expect(try ParameterValue(bridging: NSNull()) == .null)
    }

    @Test func kindsArePreserved() throws {
        let date = Date(timeIntervalSince1970: 0.25)
        let parameters: [String: Any] = [
            "bool": NSNumber(value: true), "int": 1, "double": 1.0, "float": Float(1), "decimal": NSDecimalNumber.one,
            "date": date as NSDate, "data": NSData(data: Data([1])), "url": URL(fileURLWithPath: "/a") as NSURL,
            "uuid": UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
            "ordered": NSOrderedSet(array: [2, 1]),
            "set": NSSet(array: [1, "a"]), "counted": NSCountedSet(array: [1, 1]), "keys": [7: true],
        ]
        #expect(
            try ParameterValue(bridging: parameters) == [
                "bool": true, "int": 1, "double": 1.0, "float": .float(1), "decimal": .decimal(1), "date": .date(date),
                "data": .data(Data([1])), "url": .url(URL(fileURLWithPath: "/a")),
                "uuid": "00000000-0000-0000-0000-000000000001", "ordered": [2, 1], "set": .set([1, "a"]),
                "counted": .set([1]),
                "keys": ["7": true],
            ])
    }

    /// A Swift dictionary has an order that changes from run to run.
    @Test(arguments: [
        QuerySample("[String: Any]", "") { dictionary { $0 as Any } },
        QuerySample("[String: Int]", "") { dictionary { $0 } },
        QuerySample("[String: String]", "") { dictionary { "\($0)" } },
        QuerySample("[String: Double]", "") { dictionary { Double($0) } },
        QuerySample("[String: Bool]", "") { dictionary { $0 > 5 } },
        QuerySample("[Int: Int]", "") { Dictionary(uniqueKeysWithValues: (10..<40).map { ($0, 1) }) },
        QuerySample("[AnyHashable: Any]", "") { dictionary { $0 } as [AnyHashable: Any] },
        QuerySample("NSDictionary", "") { NSDictionary(dictionary: dictionary { $0 }) },
        QuerySample("an optional", "") { Optional(dictionary { $0 }) as Any },
    ])
    func dictionariesComeInTheOrderOfTheirKeys(sample: QuerySample) throws {
        guard case .dictionary(let values) = try ParameterValue(bridging: sample.make()) else {
            Issue.record("A dictionary is none.")
            return
        }
        #expect(values.count == 30)
        #expect(values.map(\.key) == values.map(\.key).sorted())
    }

    private static func dictionary<Value>(_ value: (Int) -> Value) -> [String: Value] {
        Dictionary(uniqueKeysWithValues: (10..<40).map { ("k\($0)", value($0)) })
    }

    @Test func callersOrderIsKeptWhereThereIsOne() throws {
        let pairs = ["b": 1, "a": ["d": 2, "c": 3] as KeyValuePairs] as KeyValuePairs<String, Any>
        #expect(try ParameterValue(bridging: pairs).description == #"["b": 1, "a": ["d": 2, "c": 3]]"#)
        let value: ParameterValue = ["b": 1, "a": ["d": 2, "c": 3]]
        #expect(try ParameterValue(bridging: value).description == value.description)
        #expect(try ParameterValue(encoding: value).description == value.description)
    }

    @Test(arguments: [(0, nil), (1, "a"), (2, "a[0]")] as [(Int, String?)])
    func lowerLimitIsHeldTo(limit: Int, keyPath: String?) {
        expectRefusal(.tooDeep, at: keyPath) { try ParameterValue(bridging: ["a": [["b": 1]]], maximumDepth: limit) }
    }
}

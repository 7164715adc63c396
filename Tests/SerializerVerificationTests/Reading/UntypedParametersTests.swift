import Testing
import URLSerialization

@testable import SerializerVerification

@Suite struct UntypedParametersTests {
    private func value(_ json: String, usesNSNumbers: Bool = false) throws -> Any {
        let typed = try TypedValueReader.read(VectorDocument(Data(json.utf8)).value)
        return UntypedParameters(usesNSNumbers: usesNSNumbers).value(typed)
    }

    /// The type and the text of the value in Swift.
    @Test(
        arguments: [
            ("1", "Int", "1"), ("18446744073709551615", "UInt64", "18446744073709551615"), ("1.5", "Double", "1.5"),
            ("true", "Bool", "true"), (#""x""#, "String", "x"), ("null", "NSNull", "<null>"),
            (#"{"$float":0.1}"#, "Float", "0.1"), (#"{"$int8":"5"}"#, "Int8", "5"),
            (#"{"$decimal":"1.10"}"#, "NSDecimal", "1.1"), (#"{"$data":"AQI="}"#, "Data", "2 bytes"),
            (#"{"$url":"http://a/b"}"#, "URL", "http://a/b"), (#"{"$date":0}"#, "Date", "1970-01-01 00:00:00 +0000"),
            (#"["a",1]"#, "Array<Any>", #"["a", 1]"#), (#"{"a":1}"#, "Dictionary<String, Any>", #"["a": 1]"#),
            (#"{"$dict":[["a",1]]}"#, "Dictionary<String, Any>", #"["a": 1]"#),
            (#"{"$dict":[[5,1]]}"#, "Dictionary<AnyHashable, Any>", "[AnyHashable(5): 1]"),
            (#"{"$set":["x"]}"#, "Set<AnyHashable>", #"[AnyHashable("x")]"#),
            (#"{"$set":[[1]]}"#, "Set<AnyHashable>", "[AnyHashable([AnyHashable(1)])]"),
            (#"{"$swiftdict":{"a":"b"}}"#, "Dictionary<String, String>", #"["a": "b"]"#),
            (#"{"$intdict":{"7":"x"}}"#, "Dictionary<Int, String>", #"[7: "x"]"#),
            (#"{"$optional":"x"}"#, "Optional<Any>", #"Optional("x")"#),
            (#"{"$optional":null}"#, "Optional<Any>", "nil"),
            (#"{"$optional":{"$optional":1}}"#, "Optional<Any>", "Optional(Optional(1))"),
        ] as [(String, String, String)])
    func valuesAreSwiftsOwn(_ json: String, _ type: String, _ text: String) throws {
        let value = try value(json)
        let name = String(describing: Swift.type(of: value))
        #expect(name == type || (type == "NSDecimal" && name == "Decimal"))
        #expect("\(value)" == text)
    }

    @Test(arguments: ["1", "1.5", "true", #"{"$float":0.5}"#, #"{"$int8":"5"}"#, #"{"$decimal":"1.5"}"#])
    func numbersMayBeFoundations(_ json: String) throws {
        for nested in [json, "[\(json)]", #"{"a":\#(json)}"#, #"{"$optional":\#(json)}"#] {
            let number: Any =
                switch try value(nested, usesNSNumbers: true) {
                case let elements as [Any]: elements[0]
                case let entries as [String: Any]: try #require(entries["a"])
                case let value: value
                }
            #expect(number is NSNumber)
            #expect(type(of: (number as? any ParameterWrapper)?.wrappedParameter ?? number) is AnyClass)
        }
    }

    @Test func aBooleanIsNoNumberInEither() throws {
        #expect(try value("true", usesNSNumbers: true) as? NSNumber === NSNumber(value: true))
        #expect(try value("1", usesNSNumbers: true) as? NSNumber !== NSNumber(value: true))
        #expect(try value("1") as? Bool == nil)
    }

    /// Alamofire's own recordings of a Swift dictionary that is filled key by key.
    @Test func ofEquivalentKeysTheFirstStaysWithTheLastValue() throws {
        let value = try value(#"{"\u00e9":1,"a":2,"e\u0301":3}"#)
        let entries = try #require(value as? [String: Any])
        #expect(entries.count == 2)
        let key = try #require(entries.keys.first { $0 != "a" })
        #expect(Array(key.utf8) == [0xC3, 0xA9])
        #expect(entries[key] as? Int == 3)
    }
}

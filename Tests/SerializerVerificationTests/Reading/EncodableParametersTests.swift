import SerializerComparison
import SerializerVerification
import Testing
import URLSerialization

@Suite struct EncodableParametersTests {
    private func model(_ json: String) throws -> EncodableParameters {
        EncodableParameters(try TypedValueReader.read(JSONValue.read(Data(json.utf8))))
    }

    private func json(_ json: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(model(json)), as: UTF8.self)
    }

    @Test(
        arguments: [
            (#"{"b":[1,null,2.5],"a":{"c":null}}"#, #"{"a":{"c":null},"b":[1,null,2.5]}"#),
            ("[]", "[]"), ("{}", "{}"), ("null", "null"), (#""x""#, #""x""#), ("true", "true"),
            (#"{"a":{"$date":978307201}}"#, #"{"a":1}"#), (#"{"a":{"$data":"AQI="}}"#, #"{"a":"AQI="}"#),
            (#"{"a":{"$url":"u"}}"#, #"{"a":"u"}"#), (#"{"a":{"$decimal":"1.10"}}"#, #"{"a":1.1}"#),
            (#"{"a":{"$float":0.5}}"#, #"{"a":0.5}"#), (#"{"a":{"$uint8":"255"}}"#, #"{"a":255}"#),
            (#"{"a":{"$swiftdict":{"k":"v"}}}"#, #"{"a":{"k":"v"}}"#),
            (#"{"a":{"$intdict":{"7":"v"}}}"#, #"{"a":{"7":"v"}}"#),
            (#"{"$swiftdict":{"k":"v"}}"#, #"{"k":"v"}"#),
            (#"{"a":{"$set":["c","b"]}}"#, #"{"a":["b","c"]}"#),
            (#"{"a":{"$optional":5},"b":{"$optional":null}}"#, #"{"a":5,"b":null}"#),
            (#"{"a":{"$dict":[[5,1],["k",2]]}}"#, #"{"a":{"5":1,"k":2}}"#),
        ] as [(String, String)])
    func valuesEncodeThemselves(_ parameters: String, _ expected: String) throws {
        #expect(try json(parameters) == expected)
    }

    /// The calls that a model makes to its encoder, which JSON does not show.
    @Test func keysComeInOrderAndAreNoIntegersAndNullsAreNil() throws {
        let encoder = RecordingEncoder()
        try model(#"{"10":1,"9":null,"\u00e9":{"$int8":"2"},"e\u0301":{"$date":978307200},"l":[null,3]}"#)
            .encode(to: encoder)
        #expect(
            encoder.log.calls == [
                "10/nil: EncodableParameters", "9/nil: nil", "\u{E9}/nil: EncodableParameters",
                "e\u{301}/nil: EncodableParameters", "l/nil: EncodableParameters",
            ])
    }

    @Test func swiftsOwnDictionariesHaveIntegerKeys() throws {
        let encoder = RecordingEncoder()
        try model(#"{"$intdict":{"7":"x"}}"#).encode(to: encoder)
        #expect(encoder.log.calls == ["Dictionary<Int, String>"])
    }
}

/// Records the requested encodings, and encodes nothing.
private struct RecordingEncoder: Encoder {
    final class Log {
        var calls: [String] = []
    }

    let log = Log()
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed(log: log))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        preconditionFailure("no array at the top is recorded")
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(log: log) }

    struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let log: Log
        var codingPath: [any CodingKey] { [] }

        private func add(_ text: String, _ key: Key) {
            log.calls.append("\(key.stringValue)/\(key.intValue.map { "\($0)" } ?? "nil"): \(text)")
        }

        mutating func encodeNil(forKey key: Key) { add("nil", key) }
        mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) { add("\(Value.self)", key) }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            KeyedEncodingContainer(Keyed<NestedKey>(log: log))
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            preconditionFailure("values are encoded whole")
        }

        mutating func superEncoder() -> any Encoder { RecordingEncoder() }
        mutating func superEncoder(forKey key: Key) -> any Encoder { RecordingEncoder() }
    }

    struct Single: SingleValueEncodingContainer {
        let log: Log
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil() { log.calls.append("nil") }
        mutating func encode<Value: Encodable>(_ value: Value) { log.calls.append("\(Value.self)") }
    }
}

import Testing
import URLSerialization

@testable import SerializerVerification

@Suite struct EncodableParametersTests {
    private func json(_ json: String) throws -> String {
        let model = EncodableParameters(try TypedValueReader.read(VectorDocument(Data(json.utf8)).value))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(model), as: UTF8.self)
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
}

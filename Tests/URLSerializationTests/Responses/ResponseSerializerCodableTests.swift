import Testing
import URLSerializationImages

@Suite struct ResponseSerializerCodableTests {
    private static func copy<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
    }

    private static var configuration: HTTPResponseConfiguration {
        var configuration = HTTPResponseConfiguration(acceptableContentTypes: ["a/b", "c/d"])
        configuration.acceptableStatusCodes = IndexSet([200, 404])
        configuration.acceptableSuffixes = ["json"]
        configuration.maximumBytes = 7
        return configuration
    }

    @Test func everyFieldSurvives() throws {
        let http = HTTPResponseSerializer(configuration: Self.configuration)
        #expect(try Self.copy(http) == http)
        let json = JSONResponseSerializer(
            readingOptions: [.mutableContainers, .fragmentsAllowed], nullRemoval: .inDictionaries,
            configuration: Self.configuration)
        #expect(try Self.copy(json) == json)
        #expect(try Self.copy(json).readingOptions == [.mutableContainers, .fragmentsAllowed])
        let propertyList = PropertyListResponseSerializer(
            format: .binary, readOptions: .mutableContainers, configuration: Self.configuration)
        #expect(try Self.copy(propertyList) == propertyList)
        #expect(try Self.copy(propertyList).format == .binary)
    }

    @Test func equalConfigurationsHaveEqualArchives() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(ImageResponseSerializer().configuration), as: UTF8.self)
        let sorted = ImageResponseSerializer.contentTypes.sorted().map { "\"\($0)\"" }.joined(separator: ",")
        #expect(text.replacingOccurrences(of: "\\/", with: "/").contains("[\(sorted)]"))
    }

    @Test func absenceSurvives() throws {
        var configuration = Self.configuration
        configuration.acceptableStatusCodes = nil
        configuration.acceptableContentTypes = nil
        configuration.maximumBytes = nil
        let serializer = PropertyListResponseSerializer(configuration: configuration)
        #expect(try Self.copy(serializer) == serializer)
    }

    @Test func unknownFormatIsAnError() throws {
        let data = try JSONEncoder().encode(PropertyListResponseSerializer(format: .binary))
        let text = String(decoding: data, as: UTF8.self).replacingOccurrences(
            of: "\"format\":200", with: "\"format\":77")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PropertyListResponseSerializer.self, from: Data(text.utf8))
        }
    }

    @Test(arguments: [
        #"{"first":5,"last":2}"#, #"{"first":-1,"last":2}"#, #"{"first":0,"last":9223372036854775807}"#,
    ])
    func statusCodesThatMakeNoRangeAreAnError(_ range: String) {
        let json = #"{"acceptableStatusCodes":[\#(range)],"acceptableSuffixes":[]}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(HTTPResponseConfiguration.self, from: Data(json.utf8))
        }
    }

    @Test func differentSettingsAreDifferentSerializers() {
        #expect(JSONResponseSerializer() != JSONResponseSerializer(nullRemoval: .everywhere))
        #expect(JSONResponseSerializer() != JSONResponseSerializer(readingOptions: .fragmentsAllowed))
        #expect(PropertyListResponseSerializer() != PropertyListResponseSerializer(format: .xml))
        let set: Set = [JSONResponseSerializer(), JSONResponseSerializer(), JSONResponseSerializer(nullRemoval: .kept)]
        #expect(set.count == 1)
    }
}

import AFNetworkingCompat
import Testing

@Suite struct AFPropertyListResponseSerializerTests {
    private let serializer = AFPropertyListResponseSerializer()

    private func body(_ format: PropertyListSerialization.PropertyListFormat = .xml) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: ["foo": "bar"], format: format, options: 0)
    }

    @Test func itsTypeIsAcceptedAndNoOther() throws {
        let answer = Answer(serializer, try .testing(200, "application/x-plist"), try body())
        #expect(answer.object as? [String: String] == ["foo": "bar"])
        #expect(answer.error == nil)
        let refused = Answer(serializer, try .testing(200, "nonstandard/plist"), try body())
        #expect(refused.object == nil)
        #expect(refused.error?.chain == ["response -1016"])
    }

    @Test func everyFormatIsReadWhateverIsSet() throws {
        #expect(serializer.format == .xml)
        let binary = AFPropertyListResponseSerializer(format: .binary, readOptions: [])
        #expect(binary.format == .binary)
        for serializer in [serializer, binary] {
            for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
                let answer = Answer(serializer, try .testing(200, "application/x-plist"), try body(format))
                #expect(answer.object as? [String: String] == ["foo": "bar"])
            }
        }
    }

    @Test func readOptionsAreHonoured() throws {
        let serializer = AFPropertyListResponseSerializer(format: .xml, readOptions: .mutableContainers)
        #expect(serializer.readOptions == .mutableContainers)
        let answer = Answer(serializer, try .testing(200, "application/x-plist"), try body())
        #expect((answer.object as? NSDictionary)?["foo"] as? String == "bar")
    }

    @Test func itIsMadeAsTheImporterShowsIt() {
        #expect(AFPropertyListResponseSerializer(format: .binary).format == .binary)
        #expect(
            AFPropertyListResponseSerializer(format: .xml, read: .mutableContainers).readOptions == .mutableContainers)
    }

    @Test func optionsThatThereAreNotAreWithoutEffect() throws {
        serializer.readOptions = .init(rawValue: .max)
        let answer = Answer(serializer, try .testing(200, "application/x-plist"), try body())
        #expect((answer.object as? NSDictionary)?["foo"] as? String == "bar")
    }

    @Test func noDataIsNothingAndEmptyDataAnError() throws {
        let response = try HTTPURLResponse.testing(200, "application/x-plist")
        #expect(Answer(serializer, response, nil).object == nil)
        #expect(Answer(serializer, response, nil).error == nil)
        #expect(Answer(serializer, response, Data()).error?.chain == ["NSCocoaErrorDomain 3840"])
        let refused = Answer(serializer, try .testing(500, "application/x-plist"), Data("<plist".utf8))
        #expect(refused.error?.chain == ["NSCocoaErrorDomain 3840", "response -1011"])
    }
}

import Testing
import URLSerialization

@Suite struct PropertyListResponseSerializerTests {
    typealias Format = PropertyListSerialization.PropertyListFormat

    private static func data(_ object: Any, _ format: Format) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
    }

    @Test(arguments: [Format.xml, .binary], [(200, ""), (404, " | response -1011")])
    func objectAndErrorAreAFNetworkings(_ format: Format, _ answer: (status: Int, error: String)) throws {
        let data = try Self.data(["foo": "bar", "n": [1, 2]] as [String: Any], format)
        let response = try URLResponse.with(status: answer.status, contentType: "application/x-plist")
        let result = PropertyListResponseSerializer().serialize(response, data: data)
        #expect(summary(result) == "{foo:'bar',n:[1,2]}\(answer.error)")
    }

    @Test func noDataIsNoObjectAndEmptyDataAnError() throws {
        let response = try URLResponse.with(status: 204, contentType: "application/x-plist")
        #expect(summary(PropertyListResponseSerializer().serialize(response, data: nil)) == "")
        for blank in ["", " ", " \n\t"] {
            let result = PropertyListResponseSerializer().serialize(response, data: Data(blank.utf8))
            #expect(summary(result) == "NSCocoaErrorDomain 3840")
        }
        let failed = try URLResponse.with(status: 500, contentType: "application/x-plist")
        #expect(
            summary(PropertyListResponseSerializer().serialize(failed, data: Data("<plist>".utf8)))
                == "NSCocoaErrorDomain 3840 < response -1011")
    }

    @Test func onlyTheFormatAskedForIsRead() throws {
        let binary = try Self.data(["a": 1], .binary)
        let serializer = PropertyListResponseSerializer(format: .xml)
        let error = try #require(serializer.serialize(nil, data: binary).error)
        #expect(error.chain == "NSCocoaErrorDomain 3840")
        #expect(error.localizedDescription.contains("in binary format, not in XML format"))
        #expect(summary(serializer.serialize(nil, data: try Self.data(["a": 1], .xml))) == "{a:1}")
        #expect(summary(PropertyListResponseSerializer(format: .binary).serialize(nil, data: binary)) == "{a:1}")
    }

    @Test func typeIsChecked() throws {
        let result = PropertyListResponseSerializer().serialize(try URLResponse.with(), data: Data("(a)".utf8))
        #expect(summary(result) == "response -1016")
    }
}

@testable import AFNetworkingCompat
import Testing

/// Parameters that are not a dictionary, as AFNetworking sends them.
@Suite struct KeylessParametersTests {
    private struct Row: Sendable, CustomTestStringConvertible {
        let sample: ParametersSample
        let query: String
        let fields: [String]

        init(_ name: String, _ query: String, _ fields: [String], _ make: @escaping @Sendable () -> Any) {
            sample = ParametersSample(name, make)
            self.query = query
            self.fields = fields
        }

        var testDescription: String { sample.testDescription }
    }

    private static let rows = [
        Row("an empty array", "", []) { [Any]() },
        Row("an empty NSArray", "", []) { NSArray() },
        Row("an empty set", "", []) { Set<String>() },
        Row("null", "", []) { NSNull() },
        Row("text", "=a%3Db%26c", ["a=b&c"]) { "a=b&c" },
        Row("an empty text", "=", [""]) { "" },
        Row("a number", "=5", ["5"]) { 5 },
        Row("a Boolean", "=1", ["1"]) { true },
        Row("a date", "=1970-01-01%2000%3A00%3A00%20%2B0000", ["1970-01-01 00:00:00 +0000"]) {
            Date(timeIntervalSince1970: 0)
        },
        Row("an object", "=a%20name", ["a name"]) { Named() },
        Row("a set of one", "=1", ["1"]) { Set([1]) },
        Row("a set of two", "=1&=2", ["1", "2"]) { NSSet(array: [2, 1]) },
    ]

    @Test(arguments: rows)
    private func areSentUnderAnEmptyKey(row: Row) throws {
        for serializer in [AFHTTPRequestSerializer(), AFJSONRequestSerializer(), AFPropertyListRequestSerializer()] {
            let query = try serializer.query(row.sample.make()) ?? ""
            #expect(query == row.query)
        }
        let serializer = AFHTTPRequestSerializer()
        #expect(try serializer.serialized(URLRequest("POST"), row.sample.make()).bodyText == row.query)
        let made = try serializer.request(
            withMethod: "GET", urlString: "https://example.com/p", parameters: row.sample.make())
        #expect(made.value.urlText == "https://example.com/p" + (row.query.isEmpty ? "" : "?\(row.query)"))
    }

    @Test(arguments: rows)
    private func areFieldsOfAFormWithAnEmptyName(row: Row) throws {
        let request = try AFHTTPRequestSerializer().multipartFormRequest(
            withMethod: "POST", urlString: "https://example.com/p",
            parameters: KeylessParameters.fields(row.sample.make()), constructingBodyWith: nil)
        guard !row.fields.isEmpty else {
            #expect(request.httpBodyStream == nil)
            return
        }
        let form = try SentForm(request)
        let parts = row.fields.map { SentForm.field("", $0) }
        #expect(form.text == (parts.count == 1 ? form.expected(parts[0]) : form.expected(parts[0], parts[1])))
    }

    @Test func reachABlockAsTheyAre() throws {
        let serializer = AFHTTPRequestSerializer()
        serializer.setQueryStringSerializationWith { _, parameters, _ in "block=\(parameters)" }
        #expect(try serializer.query("text") == "block=text")
        #expect(try serializer.query([1]) == "block=%5B1%5D")
    }

    @Test func haveNoJSON() throws {
        #expect(throws: NSError.self) { try AFJSONRequestSerializer().serialized(URLRequest("POST"), "text") }
        let request = try AFJSONRequestSerializer().serialized(URLRequest("POST"), [1])
        #expect(request.bodyText == "[1]")
    }
}

/// An object with a description.
private final class Named: NSObject {
    override var description: String { "a name" }
}

import AlamofireEncoders
import Testing

/// Alamofire's assertions about its headers, applied to the core's.
@Suite struct HTTPHeadersTests {
    private static let names = ["key", "Key", "KEY"]

    @Test(arguments: [
        ["key": "", "Key": "", "KEY": ""] as HTTPHeaders, HTTPHeaders(["key": "", "Key": "", "KEY": ""]),
        [HTTPHeader(name: "key", value: ""), HTTPHeader(name: "Key", value: "")],
        HTTPHeaders(names.map { HTTPHeader(name: $0, value: "") }),
    ])
    func namesAreOneWithoutRegardToCase(headers: HTTPHeaders) {
        #expect(headers.count == 1)
    }

    @Test func updatingKeepsThePlaceAndTakesTheNewName() {
        var headers: HTTPHeaders = ["c": "", "a": "", "b": ""]
        headers["C"] = "c"
        headers.update(name: "A", value: "a")
        headers.update(HTTPHeader(name: "b", value: "b"))
        #expect(headers.map(\.name) == ["C", "A", "b"])
        #expect(headers.map(\.value) == ["c", "a", "b"])
        #expect(headers.value(for: "B") == "b")
        headers["B"] = nil
        headers.remove(name: "c")
        #expect(headers.map(\.name) == ["A"])
    }

    @Test func orderIsTheCallers() {
        let fields = ["b", "a", "c"].map { HTTPHeader(name: $0, value: $0) }
        var added = HTTPHeaders()
        fields.forEach { added.add($0) }
        #expect(HTTPHeaders(fields).map(\.name) == ["b", "a", "c"])
        #expect(added == HTTPHeaders(fields))
        #expect(added.sorted().map(\.name) == ["a", "b", "c"])
        #expect(added.description == "b: b\na: a\nc: c")
        #expect(added.dictionary == ["a": "a", "b": "b", "c": "c"])
    }
}

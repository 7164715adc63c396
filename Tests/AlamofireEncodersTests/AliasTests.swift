import AlamofireEncoders
import Testing

@Suite struct AliasTests {
    @Test func bothModulesCanBeImported() {
        let method: HTTPMethod = .get
        let headers: HTTPHeaders = ["Accept": "*/*"]
        let header: HTTPHeader = .accept("*/*")
        let url: any URLConvertible = "https://example.com"
        let request: any URLRequestConvertible = URLRequest(url: URL(string: "https://example.com")!)
        #expect(method.rawValue == "GET")
        #expect(headers["accept"] == header.value)
        #expect((try? url.asURL()) == (try? request.asURLRequest().url))
    }
}

import Testing
import URLSerialization

@Suite struct URLConvertibleTests {
    @Test func everythingWithAURLReturnsIt() throws {
        let url = try #require(URL(string: "https://example.com/p?q#f"))
        let components = try #require(URLComponents(string: "https://example.com/p?q#f"))
        #expect(try url.asURL() == url)
        #expect(try "https://example.com/p?q#f".asURL() == url)
        #expect(try components.asURL() == url)
        #expect(try URLRequest(url: url).asURLRequest().url == url)
    }

    @Test func componentsThatMakeUpNoURLAreAnError() {
        var components = URLComponents()
        components.host = "example.com"
        components.path = "no-slash"
        expectRefusal(.invalidURL) { try components.asURL() }
    }
}

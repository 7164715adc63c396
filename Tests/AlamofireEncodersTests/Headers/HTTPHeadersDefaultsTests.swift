import AlamofireEncoders
import Testing

@Suite struct HTTPHeadersDefaultsTests {
    @Test func defaultsAreAlamofiresThree() {
        #expect(HTTPHeaders.default.map(\.name) == ["Accept-Encoding", "Accept-Language", "User-Agent"])
        #expect(HTTPHeaders.default["accept-encoding"] == "br;q=1.0, gzip;q=0.9, deflate;q=0.8")
    }

    @Test func languagesHaveFallingWeights() {
        let languages = HTTPHeader.defaultAcceptLanguage.value.components(separatedBy: ", ")
        let weights = ["1.0", "0.9", "0.8", "0.7", "0.6", "0.5"]
        #expect(languages.map { $0.components(separatedBy: ";q=").last } == Array(weights.prefix(languages.count)))
        #expect(languages.allSatisfy { !$0.hasPrefix(";") })
    }

    @Test func userAgentIsTheCores() {
        #expect(HTTPHeader.defaultUserAgent.value == HTTPRequestConfiguration().headers["User-Agent"])
    }

    @Test(arguments: [
        (HTTPHeader.accept("v"), "Accept"), (.acceptCharset("v"), "Accept-Charset"),
        (.acceptEncoding("v"), "Accept-Encoding"), (.acceptLanguage("v"), "Accept-Language"),
        (.authorization("v"), "Authorization"), (.contentDisposition("v"), "Content-Disposition"),
        (.contentEncoding("v"), "Content-Encoding"), (.contentType("v"), "Content-Type"),
        (.userAgent("v"), "User-Agent"), (.websocketProtocol("v"), "Sec-WebSocket-Protocol"),
    ])
    func headersAreNamedAsInAlamofire(header: HTTPHeader, name: String) {
        #expect(header == HTTPHeader(name: name, value: "v"))
    }

    @Test func credentialsAreEncoded() {
        #expect(HTTPHeader.authorization(username: "é", password: "p:w").value == "Basic w6k6cDp3")
        #expect(HTTPHeader.authorization(bearerToken: "t").value == "Bearer t")
    }
}

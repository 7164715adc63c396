import URLSerialization

/// The answer to every request with a small JSON body, in the network's place.
package final class StubbedAnswer: URLProtocol {
    package override class func canInit(with request: URLRequest) -> Bool { true }
    package override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    package override func stopLoading() {}

    package override func startLoading() {
        let body = Data(#"{"a":1}"#.utf8)
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": "application/json", "Content-Length": "\(body.count)"])
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: body)
        client?.urlProtocolDidFinishLoading(self)
    }

    /// A configuration whose requests are answered so.
    package static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.patient
        configuration.protocolClasses = [StubbedAnswer.self]
        return configuration
    }
}

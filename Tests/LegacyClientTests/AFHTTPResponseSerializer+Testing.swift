import AFNetworkingCompat
import Testing

extension AFHTTPResponseSerializer {
    /// Returns the result of a response with a text.
    func answer(_ status: Int, _ type: String, _ body: String) throws -> (object: Any?, error: NSError?) {
        let url = try #require(URL(string: "http://example.com/"))
        let response = HTTPURLResponse(
            url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": type])
        var error: NSError?
        let object = responseObject(for: response, data: Data(body.utf8), error: &error)
        return (object, error)
    }
}

import AFNetworkingCompat
import Testing

extension HTTPURLResponse {
    /// A response with a status and a content type, or none.
    static func testing(_ status: Int = 200, _ contentType: String? = nil) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "http://example.com/resource"))
        return try #require(
            HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1",
                headerFields: contentType.map { ["Content-Type": $0] }))
    }
}

/// The answer of a serializer: an object, and the error in the pointer.
struct Answer {
    let object: Any?
    let error: NSError?

    init(
        _ serializer: any AFHTTPResponseSerializer & AFURLResponseSerialization, _ response: HTTPURLResponse?,
        _ data: Data?
    ) {
        self.init(serializer, plain: response, data)
    }

    init(
        _ serializer: any AFHTTPResponseSerializer & AFURLResponseSerialization, plain response: URLResponse?,
        _ data: Data?
    ) {
        var error: NSError?
        object = serializer.responseObject(for: response, data: data, error: &error)
        self.error = error
    }
}

extension NSError {
    /// The domain's last word and the code, and those of the errors beneath.
    var chain: [String] {
        let beneath = (userInfo[NSUnderlyingErrorKey] as? NSError)?.chain ?? []
        return ["\(domain.split(separator: ".").last ?? "") \(code)"] + beneath
    }
}

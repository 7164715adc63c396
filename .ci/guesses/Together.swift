// Programs that import several modules: names that are unavailable in one are those of the other.

import AFNetworkingCompat
import AlamofireEncoders
import URLSerializationImages
import URLSerializationSession
import URLSerializationXML

struct Order: Codable, Sendable { var id = 1 }

// MARK: - Names
func names(_ url: URL, _ order: Order, _ session: Session) throws {
    var request = try URLRequest(url: url, method: .post)
    request.method = .put
    _ = try URLEncoding.default.encode(request, with: ["a": 1])
    _ = try JSONParameterEncoder.default.encode(order, into: request)
    let encoding: any ParameterEncoding = JSONEncoding.default
    _ = (encoding, URLEncodedFormParameterEncoder(encoder: URLEncodedFormEncoder()), Session.default, session)
    _ = AFHTTPSessionManager(baseURL: url)
}

extension Session {
    func load(_ encodings: [JSONEncoding]) {}
}

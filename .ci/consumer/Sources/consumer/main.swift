import AFNetworkingCompat
import AlamofireEncoders
import URLSerialization
import URLSerializationImages
import URLSerializationSession
import URLSerializationXML

let request = try HTTPRequestSerializer().request(
    method: .get, url: "https://example.com/search", parameters: ["q": "café", "tags": ["a", "b"]])
print(request.url?.absoluteString ?? "")
let compound = CompoundResponseSerializer([.json, .image, .xmlDocument])
print(compound.serialize(nil, data: Data("<a>b</a>".utf8)).object is XMLDocument)
let method: HTTPMethod = .get
let encoded = try URLEncoding.default.encode(URLRequest(url: "https://a.b/", method: method), with: ["q": [1, 2]])
print(encoded.url?.absoluteString ?? "")
let serializer: AFHTTPRequestSerializer & AFURLRequestSerialization = AFJSONRequestSerializer(writingOptions: [])
print(try serializer.request(withMethod: "PUT", urlString: "https://a.b/", parameters: ["a": 1]).httpBody?.count ?? 0)
let manager = AFHTTPSessionManager(baseURL: URL(string: "https://a.b/v2"))
let task = manager.dataTask(
    withHTTPMethod: "GET", urlString: "c", parameters: ["d": 1], headers: nil, uploadProgress: nil,
    downloadProgress: nil, success: nil, failure: nil)
print(task?.originalRequest?.url?.absoluteString ?? "")
let session = Session(configuration: .ephemeral, start: .manually)
print(session.request("https://a.b/", method: .patch, parameters: ["a": 1], serializer: .json))

// A new user of URLSerialization, who knows AFNetworking, Alamofire or JSONEncoder.

import URLSerialization

struct Order: Codable, Sendable { var id = 1 }

// MARK: - Requests
func requests(_ url: URL, _ order: Order) throws {
    _ = try HTTPRequestSerializer().request(method: .get, url: "https://example.com/", parameters: ["a": 1])
    _ = try HTTPRequestSerializer().request(method: .post, url: url, encoding: order)
    _ = HTTPRequestSerializer(style: .rails, dateStrategy: .iso8601)
    _ = HTTPRequestSerializer(headers: ["A": "b"])
    _ = JSONRequestSerializer(writingOptions: .prettyPrinted, dateStrategy: .iso8601, keyStrategy: .convertToSnakeCase)
    _ = HTTPRequestSerializer(style: .rails)
    _ = try HTTPRequestSerializer().encode(order)
    // expected-error@-1 {{serialize(_:encoding:)}}
    _ = try HTTPRequestSerializer().encode(URLRequest(url: url), with: ["a": 1])
    // expected-error@-1 {{serialize(_:with:)}}
    _ = try JSONRequestSerializer().encode(order, into: URLRequest(url: url))
    // expected-error@-1 {{serialize(_:encoding:)}}
    _ = JSONRequestSerializer(encoder: JSONEncoder())
    // expected-error@-1 {{keyStrategy, dateStrategy}}
    var serializer = HTTPRequestSerializer()
    serializer.timeoutInterval = 5
    serializer.headers["A"] = "b"
    serializer.configuration.setAuthorization(username: "zoe", password: "pass")
    var request = URLRequest(url: url)
    request.method = .post
    request.headers["A"] = "b"
    request.headers.add(.authorization(bearerToken: "t"))
}

// MARK: - Queries
func queries(_ order: Order) throws {
    _ = try QueryStringSerializer(style: .rails).string(encoding: order)
    _ = try QueryStyle.rails.string(from: ["a": 1])
    _ = try QueryStyle.php.string(encoding: order)
    _ = try QueryParser(style: .rails).parse("a=1")
    _ = try QueryDecoder(style: .rails).decode(Order.self, from: "id=1")
    _ = try QueryStringSerializer().encode(order)
    // expected-error@-1 {{renamed to 'string(encoding:)'}}
}

// MARK: - Forms
func forms(_ file: URL) throws {
    var form = MultipartForm()
    try form.append(Data(), name: "a")
    try form.append(Data(), name: "a", fileName: "a.png", mimeType: "image/png")
    try form.append("text", name: "a")
    try form.append(file: file, name: "a")
    try form.append(file, name: "a")
    form.append(Data(), withName: "a")
    // expected-error@-1 {{Use name: for withName:}}
    form.append("text", withName: "a")
    // expected-error@-1 {{Use name: for withName:}}
    form.append(file, withName: "a", fileName: "a.png", mimeType: "image/png")
    // expected-error@-1 {{append(file:name:)}}
}

// MARK: - Responses
func responses(_ data: Data, _ response: URLResponse?) throws {
    _ = try DecodableResponseSerializer(Order.self).decode(data, from: response)
    _ = try JSONResponseSerializer().decode(data)
    _ = XMLResponseSerializer()
    // expected-error@-1 {{Import URLSerializationXML}}
}


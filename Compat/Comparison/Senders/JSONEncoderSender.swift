import URLSerialization

/// Foundation's `JSONEncoder`, its result put into the body.
public struct JSONEncoderSender: Sender {
    /// The encoder's name.
    public let name = "JSONEncoder"
    /// How it was used.
    public let notes = [
        "Used with .sortedKeys: the default order of keys varies from run to run.",
        "Makes only the body. Its user sets the Content-Type; the body is there whatever the method, and URLSession refuses it with GET.",
    ]

    /// The encoder with its defaults.
    public init() {}

    /// The request with the encoded payload as its body.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var request = request
        request.httpBody = try encoder.encode(payload.value.get())
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }
}

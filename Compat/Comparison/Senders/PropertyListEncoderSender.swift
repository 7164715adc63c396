import URLSerialization

/// Foundation's `PropertyListEncoder`, its result put into the body.
public struct PropertyListEncoderSender: Sender {
    /// The encoder's name.
    public let name = "PropertyListEncoder"
    /// Notes on the use of the sender.
    public let notes = [
        "Used with the format XML, to be read; its default is binary.",
        "Makes only the body. Its user sets the Content-Type; the body is there for every method, and URLSession refuses it with GET.",
    ]

    /// The encoder, writing XML.
    public init() {}

    /// The request with the encoded payload as its body.
    ///
    /// - Throws: What the encoder throws, and an error for a date that XML cannot hold, which the encoder would write
    ///   as an invalid list.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        for leaf in payload.leaves {
            if case .date = leaf.value, leaf.queryText == nil {
                throw SenderError(reason: "\(leaf.path.text) is a date outside the years 1 to 9999.")
            }
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        var request = request
        request.httpBody = try encoder.encode(payload.value.get())
        request.setValue("application/x-plist", forHTTPHeaderField: "Content-Type")
        return request
    }
}

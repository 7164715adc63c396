import URLSerialization

/// Foundation's `JSONEncoder`, its result put into the body.
public struct JSONEncoderSender: Sender {
    /// The encoder's name.
    public let name = "JSONEncoder"
    /// Notes on the use of the sender.
    public let notes: [String]
    /// The spelling of its keys.
    public let queryForm: QueryForm
    /// The options that it has.
    public let options = Set(EncoderSettings.jsonOptions.keys)
    private let encoder: JSONEncoder

    /// The encoder.
    ///
    /// - Parameter strategies: The choices; those that the encoder lacks have no effect.
    public init(_ strategies: SenderStrategies = SenderStrategies()) {
        let (encoder, notes) = strategies.jsonEncoder
        queryForm = QueryForm(snakeCasesProperties: strategies["key"] == "snake")
        self.encoder = encoder
        self.notes =
            ["Used with .sortedKeys: the default order of keys varies from run to run."] + notes
            + [
                "Makes only the body. Its user sets the Content-Type; the body is there for every method, and URLSession refuses it with GET."
            ]
    }

    /// The request with the encoded payload as its body.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        var request = request
        request.httpBody = try encoder.encode(payload.value.get())
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }
}

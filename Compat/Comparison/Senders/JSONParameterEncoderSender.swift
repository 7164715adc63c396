import AlamofireCompat
import URLSerialization

/// Alamofire's `JSONParameterEncoder`, given a model.
public struct JSONParameterEncoderSender: Sender {
    /// The type's name.
    public let name = "JSONParameterEncoder"
    /// Notes on the use of the sender.
    public let notes: [String]
    /// The spelling of its keys.
    public let queryForm: QueryForm
    /// The options that it has.
    public let options = Set(EncoderSettings.jsonOptions.keys)
    private let encoder: JSONParameterEncoder

    /// The encoder.
    ///
    /// - Parameter strategies: The choices; those that its encoder lacks have no effect.
    public init(_ strategies: SenderStrategies = SenderStrategies()) {
        let (encoder, notes) = strategies.jsonEncoder
        queryForm = QueryForm(snakeCasesProperties: strategies["key"] == "snake")
        self.encoder = JSONParameterEncoder(encoder: encoder)
        self.notes =
            ["Used with .sortedKeys: the default order of keys varies from run to run."] + notes
            + ["The body is there for every method, and URLSession refuses it with GET."]
    }

    /// The request with the payload as its body.
    ///
    /// - Throws: What the encoder throws.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        try encoder.encode(payload.value.get(), into: request)
    }
}

import AlamofireCompat
import URLSerialization

/// Alamofire's `URLEncodedFormParameterEncoder`, given a model.
public struct FormParameterEncoderSender: Sender {
    /// The type's name.
    public let name = "URLEncodedFormParameterEncoder"
    /// Notes on the use of the sender.
    public let notes: [String]
    /// The spelling of its query.
    public let queryForm: QueryForm
    /// The options that it has.
    public let options = Set(EncoderSettings.options.map(\.name))
    private let encoder: URLEncodedFormParameterEncoder

    /// The encoder.
    ///
    /// - Parameter strategies: Its choices.
    public init(_ strategies: SenderStrategies = SenderStrategies()) {
        let (encoder, code) = strategies.formParameterEncoder
        self.encoder = encoder
        queryForm = strategies.settings.form
        notes = [
            "Used as \(code), given a model with the payload's keys.",
            queryForm.isAlphabetized
                ? "All pairs are sorted by their percent-encoded text, an array's elements too." : nil,
        ].compactMap { $0 }
    }

    /// The request with the payload's query string.
    ///
    /// - Throws: What the encoder throws.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        let value = try payload.value.get()
        // Typed JSON has dictionaries with integer keys, which `ParameterValue` has not.
        if payload.format == .typedJSON {
            return try encoder.encode(EncodableParameters(payload.parameters), into: request)
        }
        return try encoder.encode(value, into: request)
    }
}

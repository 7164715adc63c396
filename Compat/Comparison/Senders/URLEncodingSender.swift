import AlamofireCompat
import URLSerialization

/// Alamofire's `URLEncoding`, given a `[String: Any]`.
public struct URLEncodingSender: Sender {
    /// The type's name.
    public let name = "URLEncoding"
    /// Notes on the use of the sender.
    public let notes: [String]
    /// The spelling of its query.
    public let queryForm: QueryForm
    /// The options that it has.
    public let options = EncoderSettings.urlEncodingOptions
    private let encoding: URLEncoding

    /// The encoding.
    ///
    /// - Parameter strategies: The choices; those that the encoding lacks have no effect.
    public init(_ strategies: SenderStrategies = SenderStrategies()) {
        let (encoding, code) = strategies.urlEncoding
        self.encoding = encoding
        queryForm = QueryForm(arrays: strategies.settings.form.arrays, describesSets: true)
        notes = [
            "Used as \(code), given a [String: Any].",
            "Alamofire leaves the order within nested dictionaries open; here they are sorted.",
        ]
    }

    /// The request with the payload's query string.
    ///
    /// - Throws: A ``SenderError`` for parameters that are no dictionary; the encoding's error.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        guard let parameters = payload.untyped as? [String: Any] else {
            throw SenderError(reason: "\(name) takes a dictionary with keys that are strings.")
        }
        return try encoding.encode(request, with: parameters)
    }
}

import AlamofireCompat
import URLSerialization

/// Alamofire's `JSONEncoding`, given what `JSONSerialization` takes.
public struct JSONEncodingSender: Sender {
    /// The type's name.
    public let name = "JSONEncoding"
    /// Notes on the use of the sender.
    public let notes = [
        "Used with .sortedKeys: the default order of keys varies from run to run.",
        "The body is there for every method, and URLSession refuses it with GET.",
    ]

    /// The encoding.
    public init() {}

    /// The request with the payload as its body.
    ///
    /// - Throws: What the encoding throws.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        try JSONEncoding(options: .sortedKeys).encode(request, withJSONObject: payload.untyped)
    }
}

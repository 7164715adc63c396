import URLSerialization

/// Writes a model as a JSON body (Alamofire's `JSONParameterEncoder`), with the bytes of its `JSONEncoder`.
///
/// ```swift
/// let request = try JSONParameterEncoder.sortedKeys.encode(order, into: request)
/// // Content-Type: application/json, unless the request has one
/// ```
///
/// Failures are ``AFError/parameterEncodingFailed(reason:)`` with
/// ``AFError/ParameterEncodingFailureReason/jsonEncodingFailed(error:)``, as in Alamofire, and not
/// ``AFError/parameterEncoderFailed(reason:)``.
///
/// `JSONEncoder` recurses through a model of any depth and cannot be stopped: a model that contains itself ends the
/// process in Alamofire. Here a model is encoded twice. The first pass only measures the depth, and a depth beyond 512
/// fails with ``AFError/ParameterEncodingFailureReason/customEncodingFailed(error:)`` and the key path. This does not
/// protect against a model that encodes itself differently the second time.
///
/// `@unchecked Sendable`, because the compiler cannot check an open class. The only state of this class is a constant,
/// the `JSONEncoder`, which Foundation declares `Sendable`: encoding does not change it, and its options are behind a
/// lock. Nevertheless, set them before the encoder is used: an option that changes during encoding may apply to only
/// part of the output. A subclass is responsible for the state it adds.
open class JSONParameterEncoder: @unchecked Sendable, ParameterEncoder {
    /// An encoder without white space, with keys in no defined order.
    public static var `default`: JSONParameterEncoder { JSONParameterEncoder() }
    /// An encoder with line breaks and indentation.
    public static var prettyPrinted: JSONParameterEncoder { JSONParameterEncoder(formatting: .prettyPrinted) }
    /// An encoder with sorted keys and without white space.
    public static var sortedKeys: JSONParameterEncoder { JSONParameterEncoder(formatting: .sortedKeys) }

    /// The encoder that writes the body.
    public let encoder: JSONEncoder

    /// Creates a parameter encoder from a `JSONEncoder`.
    public init(encoder: JSONEncoder = JSONEncoder()) { self.encoder = encoder }

    private convenience init(formatting: JSONEncoder.OutputFormatting) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        self.init(encoder: encoder)
    }

    /// Returns a request with the model as its body, and with `Content-Type: application/json` if it has none.
    ///
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``.
    open func encode<Parameters: Encodable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest {
        guard let parameters else { return request }
        return request.with(body: try body(for: parameters), contentType: "application/json")
    }

    private func body(for model: some Encodable) throws -> Data {
        let depth: Int
        do {
            depth = try ModelDepth.measure(model, userInfo: encoder.userInfo)
        } catch {
            throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: error))
        }
        do {
            // The main thread has enough stack for 512 levels, and the model may belong to it.
            return try LargeStack.run(ifDeeper: Thread.isMainThread ? 0 : depth) { try encoder.encode(model) }
        } catch {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
        }
    }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
    /// An encoder of JSON bodies with the defaults of `JSONEncoder`.
    public static var json: JSONParameterEncoder { JSONParameterEncoder() }

    /// Returns an encoder of JSON bodies from a `JSONEncoder`.
    public static func json(encoder: JSONEncoder = JSONEncoder()) -> JSONParameterEncoder {
        JSONParameterEncoder(encoder: encoder)
    }
}

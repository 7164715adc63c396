import URLSerialization

/// Writes a model as a JSON body (Alamofire's `JSONParameterEncoder`), with the bytes of its `JSONEncoder`.
///
/// ```swift
/// let request = try JSONParameterEncoder.sortedKeys.encode(order, into: request)
/// // Content-Type: application/json, unless the request has one
/// ```
///
/// Failures are ``AFError/parameterEncodingFailed(reason:)`` with
/// ``AFError/ParameterEncodingFailureReason/jsonEncodingFailed(error:)``, as Alamofire has it, and not
/// ``AFError/parameterEncoderFailed(reason:)``.
///
/// `JSONEncoder` recurses through a model, however deep that is, and cannot be told to stop: a model that contains itself
/// ends the process in Alamofire. Here a model is asked twice to encode itself. The first time only the depth is
/// measured, and one beyond 512 is an ``AFError/ParameterEncodingFailureReason/customEncodingFailed(error:)`` with the key
/// path. A model that encodes itself otherwise the second time is beyond help.
///
/// `@unchecked Sendable`, because a class that can be subclassed cannot be checked. All there is to this class is a
/// constant, the `JSONEncoder`, which Foundation declares `Sendable`: encoding changes nothing in it, and its options are
/// behind a lock. Set them before the encoder is used all the same: one that changes in the middle of an encoding may
/// apply to half of it. A subclass answers for what it adds.
open class JSONParameterEncoder: @unchecked Sendable, ParameterEncoder {
    /// As few bytes as possible, the keys in any order.
    public static var `default`: JSONParameterEncoder { JSONParameterEncoder() }
    /// With line breaks and indentation.
    public static var prettyPrinted: JSONParameterEncoder { JSONParameterEncoder(formatting: .prettyPrinted) }
    /// With the keys in order.
    public static var sortedKeys: JSONParameterEncoder { JSONParameterEncoder(formatting: .sortedKeys) }

    /// What encodes.
    public let encoder: JSONEncoder

    /// An encoder that encodes by another.
    public init(encoder: JSONEncoder = JSONEncoder()) {
        self.encoder = encoder
    }

    private convenience init(formatting: JSONEncoder.OutputFormatting) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        self.init(encoder: encoder)
    }

    /// A request with the model as its body, and `Content-Type: application/json` where it has none.
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
        do throws(RequestSerializationError) {
            depth = try ModelDepth.measure(model, userInfo: encoder.userInfo)
        } catch {
            throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: error))
        }
        do {
            // The main thread has stack enough for 512 levels, and the model may belong to it.
            return try LargeStack.run(ifDeeper: Thread.isMainThread ? 0 : depth) { try encoder.encode(model) }
        } catch {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
        }
    }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
    /// A JSON body, as `JSONEncoder` writes it by default.
    public static var json: JSONParameterEncoder { JSONParameterEncoder() }

    /// A JSON body, as a `JSONEncoder` writes it.
    public static func json(encoder: JSONEncoder = JSONEncoder()) -> JSONParameterEncoder {
        JSONParameterEncoder(encoder: encoder)
    }
}

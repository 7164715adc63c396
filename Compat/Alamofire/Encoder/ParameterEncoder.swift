import URLSerialization

/// A way to put a model into a request (Alamofire's `ParameterEncoder`).
public protocol ParameterEncoder: Sendable {
    /// A request with a model encoded into it.
    ///
    /// - Parameters:
    ///   - parameters: The model; nil leaves the request as it is.
    ///   - request: The request to begin with.
    /// - Throws: An ``AFError``, by the encoders of this module.
    func encode<Parameters: Encodable & Sendable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest
}

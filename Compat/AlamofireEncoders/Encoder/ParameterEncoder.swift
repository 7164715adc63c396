import URLSerialization

/// A way to put a model into a request (Alamofire's `ParameterEncoder`).
public protocol ParameterEncoder: Sendable {
    /// Returns a request with a model encoded into it.
    ///
    /// - Parameters:
    ///   - parameters: The model; `nil` leaves the request unchanged.
    ///   - request: The request to start from.
    /// - Throws: An ``AFError``, from the encoders of this module.
    func encode<Parameters: Encodable & Sendable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest
}

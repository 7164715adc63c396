import URLSerialization

extension Comparison {
    /// Creates a comparison of the requests that every sender makes for a dictionary.
    ///
    /// ```swift
    /// let order: [String: Any] = ["sku": "TEE", "sizes": ["S", "M"]]
    /// print(Comparison(of: order))
    /// ```
    ///
    /// - Parameters:
    ///   - parameters: The parameters, as a program passes them to AFNetworking.
    ///   - method: The request's method.
    ///   - url: The URL of the requests, or `nil` for an example URL.
    @_disfavoredOverload
    public init(of parameters: [String: Any], method: String = "POST", url: URL? = nil) {
        let value = try? ParameterValue(bridging: parameters)
        let payload = Payload(name: "payload", format: .json, parameters: value ?? parameters)
        self.init(of: payload, method: method, url: url)
    }

    /// Creates a comparison of the requests that every sender makes for a model.
    ///
    /// - Throws: The error of the model's `encode(to:)`.
    public init(encoding model: some Encodable) throws {
        self.init(of: try ParameterValue(encoding: model))
    }

    /// Unavailable, since a text or data could be a document or a value.
    @available(*, unavailable, message: "Use Comparison(encoding: model), or PayloadReader().read(_:name:) for JSON.")
    public init(of value: some Encodable) { fatalError() }
}

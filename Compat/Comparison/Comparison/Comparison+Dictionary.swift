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
}

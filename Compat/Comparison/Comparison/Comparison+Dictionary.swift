import URLSerialization

extension Comparison {
    /// Sends a dictionary by every sender, and compares the requests.
    ///
    /// ```swift
    /// let order: [String: Any] = ["sku": "TEE", "sizes": ["S", "M"]]
    /// print(Comparison(of: order))
    /// ```
    ///
    /// - Parameters:
    ///   - parameters: The parameters, as a program passes them to AFNetworking.
    ///   - method: The request's method.
    ///   - url: The URL that the requests are made from, or `nil` for an example's.
    @_disfavoredOverload
    public init(of parameters: [String: Any], method: String = "POST", url: URL? = nil) {
        let value = try? ParameterValue(bridging: parameters)
        let payload = Payload(name: "payload", format: .json, parameters: value ?? parameters)
        self.init(of: payload, method: method, url: url)
    }
}

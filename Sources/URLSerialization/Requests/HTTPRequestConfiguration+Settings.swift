extension HTTPRequestConfiguration {
    /// Applies the optional settings that are not `nil` to a request.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidSetting``.
    package func applySettings(to request: inout URLRequest) throws {
        if let allowsCellularAccess { request.allowsCellularAccess = allowsCellularAccess }
        if let cachePolicy { request.cachePolicy = cachePolicy }
        if let httpShouldHandleCookies { request.httpShouldHandleCookies = httpShouldHandleCookies }
        if let httpShouldUsePipelining { request.usesPipelining = httpShouldUsePipelining }
        if let networkServiceType { request.networkServiceType = networkServiceType }
        if let timeoutInterval { request.timeoutInterval = try Self.checked(timeoutInterval) }
    }

    /// Returns a timeout that `URLSession` accepts. On Linux infinity, NaN and 10¹⁷ seconds end the process.
    private static func checked(_ timeout: TimeInterval) throws -> TimeInterval {
        guard timeout.isFinite, timeout >= 0, timeout < 1e17 else {
            throw RequestSerializationError(
                .invalidSetting, field: "timeoutInterval",
                reason: "A timeout of \(timeout) seconds is out of range. Choose one from 0 to less than 1e17."
            )
        }
        return timeout
    }
}

/// The requirement that URLRequest's deprecated `httpShouldUsePipelining` satisfies. It makes the property, which
/// AFNetworking's users set, available without a warning in every build.
private protocol PipeliningRequest {
    var httpShouldUsePipelining: Bool { get set }
}

extension PipeliningRequest {
    fileprivate var pipelining: Bool {
        get { httpShouldUsePipelining }
        set { httpShouldUsePipelining = newValue }
    }
}

extension URLRequest: PipeliningRequest {
    /// The deprecated `httpShouldUsePipelining`.
    var usesPipelining: Bool {
        get { pipelining }
        set { pipelining = newValue }
    }
}

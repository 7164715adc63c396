extension HTTPRequestConfiguration {
    /// Sets the six optional settings on a request, those that are not nil.
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

    /// A timeout that `URLSession` can be given: on Linux infinity, NaN and 10¹⁷ seconds end the process.
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

/// A request's pipelining setting. It is deprecated because pipelining is, but those who set it in AFNetworking must be
/// able to set it here; a requirement that URLRequest's property meets does so without a warning in every build.
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

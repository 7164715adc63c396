import URLSerialization

extension AFHTTPRequestSerializer: SettingsHolder {
    /// Replaces the six settings that were set by the values of their getters.
    func askObservedGetters(for configuration: inout HTTPRequestConfiguration) {
        if configuration.allowsCellularAccess != nil { configuration.allowsCellularAccess = allowsCellularAccess }
        if configuration.cachePolicy != nil { configuration.cachePolicy = cachePolicy }
        if configuration.httpShouldHandleCookies != nil {
            configuration.httpShouldHandleCookies = httpShouldHandleCookies
        }
        if configuration.httpShouldUsePipelining != nil {
            configuration.httpShouldUsePipelining = httpShouldUsePipelining
        }
        if configuration.networkServiceType != nil { configuration.networkServiceType = networkServiceType }
        if configuration.timeoutInterval != nil { configuration.timeoutInterval = timeoutInterval }
    }
}

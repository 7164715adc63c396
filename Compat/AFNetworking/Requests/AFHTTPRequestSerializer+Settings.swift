import URLSerialization

// The locked value, and how it is read and changed.
extension AFHTTPRequestSerializer {
    /// Whether the dynamic class overrides nothing.
    var isOfThisModule: Bool { type(of: self) == Self.ownClass }

    /// The settings of this moment. Those of a subclass are what its getters answer, which it may have overridden.
    var currentSettings: RequestSettings {
        var settings = settings.value
        if isOfThisModule { return settings }
        let moment = SettingsMoment(owner: ObjectIdentifier(self), settings: settings)
        SettingsMoment.$asked.withValue(moment) { askGetters(for: &settings) }
        return settings
    }

    /// Puts the answers of the six settings' getters in the place of what is locked, for those that were set.
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

    /// The settings that a coder carries, or that an archive has.
    static func settings(from coder: NSCoder) throws -> RequestSettings {
        if let coder = coder as? CopyingCoder, let settings = coder.content as? RequestSettings { return settings }
        return try archivedSettings(in: coder)
    }

    /// A field as it is now, or at the moment that is asked for.
    func field<Field>(_ path: KeyPath<RequestSettings, Field>) -> Field {
        if let settings: RequestSettings = SettingsMoment.settings(of: self) { return settings[keyPath: path] }
        return settings.withLock { $0[keyPath: path] }
    }

    /// Sets a field. What was there is given up once the lock is: it may be a block, and what goes with it may come back
    /// here.
    func set<Field>(_ path: WritableKeyPath<RequestSettings, Field>, _ value: Field) {
        var value = value
        settings.withLock { swap(&$0[keyPath: path], &value) }
    }
}

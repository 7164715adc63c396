extension URL {
    /// The URL without user, password, query and fragment, where secrets stand; nil where Foundation cannot take it apart.
    package var withoutSecrets: URL? {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
        components.user = nil
        components.password = nil
        components.query = nil
        components.fragment = nil
        return components.url
    }
}

/// What paths are relative to.
enum BaseURL {
    /// The URL with a slash at the end of its path, if it has a path: without it the path's last part would be replaced
    /// (RFC 3986, section 5.2.3). As in AFNetworking that is asked of the whole text, query included.
    static func withSlash(_ url: URL) -> URL {
        guard !url.path.isEmpty, !url.absoluteString.hasSuffix("/") else { return url }
        return url.appendingPathComponent("", isDirectory: true)
    }
}

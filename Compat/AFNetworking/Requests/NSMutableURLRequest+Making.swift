import URLSerialization

extension NSMutableURLRequest {
    /// Returns a mutable request with all properties of another.
    static func copy(of request: URLRequest) -> NSMutableURLRequest {
        // Foundation on Linux ends the process when it copies a request without a URL.
        guard request.url == nil else {
            if let copy = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest { return copy }
            preconditionFailure("The mutable copy of a request is always an NSMutableURLRequest.")
        }
        var standIn = request.mutableCopy
        standIn.url = refusedURL
        let copy = copy(of: standIn)
        copy.url = nil
        return copy
    }

    /// Returns a request that cannot be sent, for a method that must return one even with an error.
    static func refused(method: String) -> NSMutableURLRequest {
        let request = NSMutableURLRequest(url: refusedURL)
        // Checked, because on Linux a method with CR and LF would be sent.
        if HTTPSyntax.isToken(method) { request.httpMethod = method }
        return request
    }

    /// A URL that cannot be loaded: sessions answer it with an error.
    private static let refusedURL = URL(string: "about:invalid") ?? URL(fileURLWithPath: "/dev/null")
}

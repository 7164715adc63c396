import URLSerialization

extension NSMutableURLRequest {
    /// A request that can be changed, with everything another has.
    static func copy(of request: URLRequest) -> NSMutableURLRequest {
        // Foundation on Linux ends the process when it copies a request without a URL.
        guard request.url == nil else {
            if let copy = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest { return copy }
            preconditionFailure("The mutable copy of a request is always an NSMutableURLRequest.")
        }
        var standIn = request.changeable
        standIn.url = refusedURL
        let copy = copy(of: standIn)
        copy.url = nil
        return copy
    }

    /// What a method returns that must return a request and has none, beside its error: a request that cannot be sent.
    static func refused(method: String) -> NSMutableURLRequest {
        let request = NSMutableURLRequest(url: refusedURL)
        // Not to be copied unchecked: on Linux a method with CR and LF would reach the wire.
        if HTTPSyntax.isToken(method) { request.httpMethod = method }
        return request
    }

    /// A URL that nothing can be loaded from: sessions answer it with an error.
    private static let refusedURL = URL(string: "about:invalid") ?? URL(fileURLWithPath: "/dev/null")
}

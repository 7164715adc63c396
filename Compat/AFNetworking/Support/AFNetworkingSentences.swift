import URLSerialization

/// The sentences, which applications compare, of AFNetworking's errors and of the errors that Apple's systems report
/// beneath it.
///
/// | error | sentence |
/// |---|---|
/// | `NSURLErrorCancelled` | `cancelled` |
/// | status 404 | `Request failed: not found (404)` |
/// | status 422 | `Request failed: client error (422)` |
package enum AFNetworkingSentences {
    /// Returns the sentence of an unacceptable response, or `nil` if the core's is the same.
    package static func unacceptable(_ error: ResponseSerializationError) -> String? {
        guard let response = error.response as? HTTPURLResponse else { return nil }
        return switch error.kind {
        case .unacceptableStatusCode: "Request failed: \(text(of: response.statusCode)) (\(response.statusCode))"
        case .unacceptableContentType where response.mediaType == nil:
            "Request failed: unacceptable content-type: (null)"
        default: nil
        }
    }

    /// Returns the sentence of an error of `NSURLErrorDomain`, or `nil` to keep the error's own.
    static func transfer(_ code: Int, own: String?) -> String? {
        #if canImport(ObjectiveC)
            // URLSession's own sentences are in the user's language.
            guard code == NSURLErrorCancelled || own?.hasPrefix("The request timed out: ") == true else { return nil }
        #endif
        return transfers[code]
    }

    private static let transfers = [
        NSURLErrorCancelled: "cancelled", NSURLErrorTimedOut: "The request timed out.",
        NSURLErrorCannotFindHost: "A server with the specified hostname could not be found.",
        NSURLErrorCannotConnectToHost: "Could not connect to the server.",
        NSURLErrorNetworkConnectionLost: "The network connection was lost.",
        NSURLErrorNotConnectedToInternet: "The Internet connection appears to be offline.",
    ]

    /// Returns the text of Apple's `localizedString(forStatusCode:)`, on Linux from a table.
    private static func text(of status: Int) -> String {
        #if canImport(ObjectiveC)
            return HTTPURLResponse.localizedString(forStatusCode: status)
        #else
            // The last code of each hundred has the text of all unknown codes of that hundred.
            let code = known.contains(status) ? status : status / 100 * 100 + 99
            return statuses[code] ?? HTTPURLResponse.localizedString(forStatusCode: code).lowercased()
        #endif
    }

    /// The codes of RFC 2616, which have a text on Apple's systems.
    private static let known = Set([100...101, 200...206, 300...305, 307...307, 400...417, 500...505].joined())

    /// The texts that differ from Foundation's on Linux in more than case.
    private static let statuses = [
        200: "no error", 305: "needs proxy", 307: "temporarily redirected", 399: "redirected", 406: "unacceptable",
        408: "request timed out", 410: "no longer exists", 413: "request too large", 414: "requested URL too long",
        416: "requested range not satisfiable", 501: "unimplemented", 504: "gateway timed out",
        505: "unsupported version",
    ]
}

import URLSerializationSession

/// The response that says how a downloaded file is to be called.
enum NamedResponse {
    /// The response itself, or on Linux one whose `suggestedFilename` is the name that Apple's systems have: of
    /// `Content-Disposition`, or else the last part of the URL. Foundation there says "Unknown" for all that have no
    /// `Content-Disposition`, and one download would take the place of another.
    static func of(_ response: HTTPURLResponse) -> HTTPURLResponse {
        #if canImport(ObjectiveC)
            response
        #else
            HTTPURLResponseWithName(response) ?? response
        #endif
    }
}

#if !canImport(ObjectiveC)
    private final class HTTPURLResponseWithName: HTTPURLResponse, @unchecked Sendable {
        private let name: String

        init?(_ response: HTTPURLResponse) {
            guard let url = response.url else { return nil }
            name = SuggestedName(response).text
            let fields = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
            super.init(
                url: url, statusCode: response.statusCode, httpVersion: nil,
                headerFields: Dictionary(fields) { first, _ in first })
        }

        required init?(coder: NSCoder) { nil }

        override var suggestedFilename: String? { name }
    }
#endif

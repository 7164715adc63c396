import URLSerializationSession

/// The response with the name of its file.
enum NamedResponse {
    /// Returns the response itself, or on Linux one whose `suggestedFilename` is that of Apple's systems: the name in
    /// `Content-Disposition`, or else the last part of the URL. Foundation there returns "Unknown" without
    /// `Content-Disposition`, so that downloads would replace each other.
    static func of(_ response: URLResponse) -> URLResponse {
        #if canImport(ObjectiveC)
            response
        #else
            (response as? HTTPURLResponse).flatMap(HTTPURLResponseWithName.init) ?? response
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

        /// The class that archives hold instead of this one.
        override var classForCoder: AnyClass { HTTPURLResponse.self }

        override var suggestedFilename: String? { name }
    }
#endif

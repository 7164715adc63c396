/// A media type with wildcards, as in `Accept` (RFC 9110, section 12.5.1), without its parameters.
package struct MediaRange: Sendable {
    private let type: Substring
    private let subtype: Substring

    package init(_ text: String) {
        let bare = text.lowercased().split(separator: ";", omittingEmptySubsequences: false)[0]
        let halves = bare.trimmingCharacters(in: .whitespaces).split(separator: "/", maxSplits: 1)
        type = halves.first ?? ""
        subtype = halves.count > 1 ? halves[1] : ""
    }

    package func contains(_ other: MediaRange) -> Bool {
        (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
    }

    /// Checks a response's media type against the acceptable ranges.
    ///
    /// An empty body passes with any type. A body without a type passes only where a range accepts all types.
    ///
    /// - Throws: `ResponseSerializationError` for a type in none of the ranges.
    static func validate(_ response: HTTPURLResponse, data: Data?, _ acceptable: [MediaRange]) throws {
        if let data, data.isEmpty { return }
        // Even if the data is not available: these statuses have no body (RFC 9110, sections 15.3.5, 15.3.6 and
        // 15.4.5).
        if [204, 205, 304].contains(response.statusCode) || response.expectedContentLength == 0 { return }
        let range = MediaRange(response.mimeType ?? "")
        guard !acceptable.contains(where: { $0.contains(range) }) else { return }
        throw ResponseSerializationError.unacceptableContentType(response.mimeType, response: response, data: data)
    }
}

/// A media type with wildcards, as `Accept` has them (RFC 9110, section 12.5.1); its parameters are left out.
struct MediaRange: Sendable {
    private let type: Substring
    private let subtype: Substring

    init(_ text: String) {
        let bare = text.lowercased().split(separator: ";", omittingEmptySubsequences: false)[0]
        let halves = bare.trimmingCharacters(in: .whitespaces).split(separator: "/", maxSplits: 1)
        type = halves.first ?? ""
        subtype = halves.count > 1 ? halves[1] : ""
    }

    private func contains(_ other: MediaRange) -> Bool {
        (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
    }

    /// An empty body has no type that could be wrong; a body without one is of no known type, which any range of all
    /// types has.
    static func validate(_ response: HTTPURLResponse, data: Data?, _ acceptable: [MediaRange]) throws {
        if let data, data.isEmpty { return }
        // Also where the body is elsewhere: these have none (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
        if [204, 205, 304].contains(response.statusCode) || response.expectedContentLength == 0 { return }
        let range = MediaRange(response.mimeType ?? "")
        guard !acceptable.contains(where: { $0.contains(range) }) else { return }
        throw ResponseSerializationError.unacceptableContentType(response.mimeType, response: response, data: data)
    }
}

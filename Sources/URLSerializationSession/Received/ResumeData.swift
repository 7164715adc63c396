/// What it takes to go on with a download: the request, the part that is there, and how to recognize the whole.
struct ResumeData: Codable, Sendable {
    private static let format = "URLSerializationSession.ResumeData.1"

    private let format: String
    private let address: URL
    private let headers: [String: String]
    /// The part's file, in the temporary directory. A name and no path: the data may come from anywhere.
    private let name: UUID
    /// The part's length in bytes.
    let length: Int64
    private let validator: String
    private let lastModified: String?
    private let total: Int64?

    init(_ request: URLRequest, name: UUID, length: Int64, version: FileVersion) throws {
        guard let url = request.url else { throw Self.unusable("The request has no URL.") }
        format = Self.format
        address = url.withoutUserInfo
        // Secrets are the user's to give again: what is kept in a file of preferences is no place for them.
        headers = (request.allHTTPHeaderFields ?? [:]).filter { !SecretNames.contain($0.key) }
        self.name = name
        self.length = length
        validator = version.validator
        lastModified = version.lastModified
        total = version.length
    }

    /// Reads what ``data`` made.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unusableResumeData``.
    init(_ data: Data) throws {
        do {
            self = try PropertyListDecoder().decode(Self.self, from: data)
        } catch {
            throw Self.unusable("It cannot be read.", over: error)
        }
        guard format == Self.format, length > 0 else { throw Self.unusable("It is of another version.") }
        do {
            // One that Foundation would not send lets a part of another file be added to this one.
            try HTTPSyntax.validate(name: "If-Range", value: validator)
        } catch {
            throw Self.unusable("Its validator cannot be sent.", over: error)
        }
    }

    /// The version of the file that the part is of.
    var version: FileVersion { FileVersion(validator: validator, lastModified: lastModified, length: total) }

    /// As it is handed out.
    var data: Data? { try? PropertyListEncoder().encode(self) }

    /// The request for the whole.
    var request: URLRequest {
        var request = URLRequest(url: address)
        request.allHTTPHeaderFields = headers
        return request
    }

    /// Takes the part's file over under a name of the taker's, so that nobody else who has the same data can.
    ///
    /// - Throws: ``FileFault`` if the file is not there any more, is not the user's, or has another length.
    func takeFile(as url: URL) throws -> OpenFile {
        try OpenFile.move(PartialFile.url(of: name), over: url)
        let file = try OpenFile.updating(url)
        guard try file.length() == length else { throw FileFault.refusal("has another length", code: EINVAL) }
        return file
    }

    func removeFile() {
        try? FileManager.default.removeItem(at: PartialFile.url(of: name))
    }

    private static func unusable(_ reason: String, over error: (any Error)? = nil) -> SessionError {
        SessionError(
            .unusableResumeData,
            reason: "\(reason) Only what a DownloadRequest gave as its resume data can be resumed: download the whole.",
            underlyingError: error)
    }
}

/// The names of header fields and parameters whose values are secret.
enum SecretNames {
    /// Whether a name is that of a secret, as far as names tell.
    static func contain(_ name: String) -> Bool {
        let name = name.lowercased().replacingOccurrences(of: "_", with: "-")
        return words.contains { name.contains($0) }
    }

    /// `Authorization`, `Proxy-Authorization`, `Cookie`, `Set-Cookie`, `X-Api-Key`, `X-CSRF-Token` and their like.
    private static let words = [
        "auth", "cookie", "api-key", "apikey", "access-key", "private-key", "token", "secret", "password", "passwd",
        "session", "credential", "signature",
    ]
}

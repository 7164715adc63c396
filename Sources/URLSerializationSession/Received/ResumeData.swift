/// The state from which a download is resumed: the request, the received part, and the version of the whole file.
struct ResumeData: Codable, Sendable {
    private static let format = "URLSerializationSession.ResumeData.2"

    private let format: String
    private let address: URL
    private let headers: [String: String]
    /// The name of the part's file in the temporary directory. It is not a path, because the data may be forged.
    private let name: UUID
    /// The part's length in bytes.
    let length: Int64
    /// The version of the whole file.
    let version: FileVersion

    init(_ request: URLRequest, name: UUID, length: Int64, version: FileVersion) throws {
        guard let url = request.url else { throw Self.unusable("The request has no URL.") }
        format = Self.format
        address = url.withUserInfo(of: nil)
        // The caller passes secrets again: resume data may be stored where secrets do not belong, such as in
        // preferences.
        headers = (request.allHTTPHeaderFields ?? [:]).filter { !SecretNames.contain($0.key) }
        self.name = name
        self.length = length
        self.version = version
    }

    /// Reads encoded ``data``, which may be forged.
    ///
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/resumeData``.
    init(_ data: Data) throws {
        do {
            // Not PropertyListDecoder itself: forged data can make it end the process.
            self = try DecodableResponseSerializer(Self.self, format: .propertyList()).decode(data)
            // Foundation drops a header that cannot be sent, and without the validator a part of another version could
            // be appended.
            try HTTPSyntax.validate(name: "If-Range", value: version.validator)
        } catch {
            throw Self.unusable("The resume data cannot be read.", over: error)
        }
        guard format == Self.format, length > 0 else { throw Self.unusable("The resume data has another format.") }
    }

    /// The encoded resume data, a property list.
    var data: Data? { try? PropertyListEncoder().encode(self) }

    /// The request for the whole file.
    var request: URLRequest {
        var request = URLRequest(url: address)
        request.allHTTPHeaderFields = headers
        return request
    }

    /// Moves the part's file to a new URL, so that no other holder of the same data can take it, and opens it. Returns
    /// `nil` if the file has another length.
    ///
    /// - Throws: The error of a file that no longer exists or belongs to another user.
    func takeFile(as url: URL) throws -> OpenFile? {
        try OpenFile.move(PartialFile.url(of: name), over: url)
        let file = try OpenFile.updating(url)
        return try file.length() == length ? file : nil
    }

    func removeFile() { try? FileManager.default.removeItem(at: PartialFile.url(of: name)) }

    private static func unusable(_ reason: String, over error: (any Error)? = nil) -> RequestError {
        RequestError(
            .resumeData,
            reason: "\(reason) Only the resume data of a DownloadRequest can be used here. Download the whole file.",
            underlyingError: error)
    }
}

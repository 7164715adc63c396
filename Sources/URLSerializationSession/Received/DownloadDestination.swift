/// Where a finished download goes (Alamofire's `DownloadRequest.Destination`).
///
/// It is called once, on any thread, with the URL of the file as it is until then and the response, and gives a file's
/// URL and what may be done to put the file there.
///
/// ```swift
/// let destination: DownloadDestination = { _, _ in (archive, [.createIntermediateDirectories, .removePreviousFile]) }
/// ```
public typealias DownloadDestination =
    @Sendable (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (destinationURL: URL, options: DownloadOptions)

/// Where downloads go whose name is the server's choice.
public enum SuggestedDestination {
    /// A file of the name that the response suggests, in one of the user's directories (Alamofire's
    /// `suggestedDownloadDestination(for:in:options:)`).
    ///
    /// The name is made safe: see ``SuggestedName``. If there is a file of that name already the download fails, unless
    /// the options say otherwise.
    ///
    /// - Parameters:
    ///   - directory: Which directory; the first of its kind is taken, and the temporary one if there is none.
    ///   - domain: Whose.
    ///   - options: What may be done to put the file there.
    public static func `in`(
        _ directory: FileManager.SearchPathDirectory = .documentDirectory,
        domain: FileManager.SearchPathDomainMask = .userDomainMask, options: DownloadOptions = []
    ) -> DownloadDestination {
        let files = FileManager.default
        return self.in(files.urls(for: directory, in: domain).first ?? files.temporaryDirectory, options: options)
    }

    /// A file of the name that the response suggests, in a directory.
    ///
    /// - Parameters:
    ///   - directory: The URL of the directory.
    ///   - options: What may be done to put the file there.
    public static func `in`(_ directory: URL, options: DownloadOptions = []) -> DownloadDestination {
        { _, response in
            (directory.appendingPathComponent(SuggestedName(response).text, isDirectory: false), options)
        }
    }
}

/// The permissions for placing a download (Alamofire's `DownloadRequest.Options`).
///
/// Without ``removePreviousFile`` a file that exists makes the download fail, and stays as it is.
public struct DownloadOptions: OptionSet, Hashable, Sendable {
    /// The options' bits, as Alamofire 4 numbers them.
    public let rawValue: UInt

    /// Options by their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Creates the directories above the destination. A session always does; the option is Alamofire's.
    public static let createIntermediateDirectories = DownloadOptions(rawValue: 1 << 0)
    /// Replaces a file at the destination, at once and with the new one whole; never a directory.
    public static let removePreviousFile = DownloadOptions(rawValue: 1 << 1)
    /// Fails if the directory does not exist, as AFNetworking does.
    package static let requiresDirectory = DownloadOptions(rawValue: 1 << 2)
}

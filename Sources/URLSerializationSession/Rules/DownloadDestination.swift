/// A closure that returns the place of a finished download (Alamofire's `DownloadRequest.Destination`).
///
/// It is called once, on the request's queue, with the temporary file's URL and the response, and returns the URL of
/// the destination and the options of placing the file there.
///
/// ```swift
/// let destination: DownloadDestination = { _, _ in (archive, [.createIntermediateDirectories, .removePreviousFile]) }
/// ```
public typealias DownloadDestination =
    @Sendable (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (destinationURL: URL, options: DownloadOptions)

/// The options of placing a download (Alamofire's `DownloadRequest.Options`).
///
/// Without ``removePreviousFile``, a download fails if its destination exists, and the existing file is not changed.
public struct DownloadOptions: OptionSet, Hashable, Sendable {
    /// The options' bits, as Alamofire 4 numbers them.
    public let rawValue: UInt

    /// Creates options from their bits, as Alamofire 4 numbers them.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Creates the directories above the destination. A session always does this: the option exists for code written
    /// for Alamofire.
    public static let createIntermediateDirectories = DownloadOptions(rawValue: 1 << 0)
    /// Replaces an existing file at the destination atomically. A directory is never replaced.
    public static let removePreviousFile = DownloadOptions(rawValue: 1 << 1)
    /// Fails if the directory does not exist, as AFNetworking does.
    package static let requiresDirectory = DownloadOptions(rawValue: 1 << 2)
    /// Keeps the file readable only by its user, as in the temporary directory.
    package static let isPrivate = DownloadOptions(rawValue: 1 << 3)
}

extension SuggestedDestination {
    /// Returns the destination with the name that the response suggests, in one of the user's directories (Alamofire's
    /// `suggestedDownloadDestination(for:in:options:)`).
    ///
    /// The name is made safe: see ``name(for:)``. If a file of that name exists the download fails, unless the
    /// options allow its replacement.
    ///
    /// - Parameters:
    ///   - directory: The kind of directory. The first of its kind is used, or the temporary directory if none exists.
    ///   - domain: The owner of the directory, by default the user.
    ///   - options: The options of placing the file.
    public static func `in`(
        _ directory: FileManager.SearchPathDirectory = .documentDirectory,
        domain: FileManager.SearchPathDomainMask = .userDomainMask, options: DownloadOptions = []
    ) -> DownloadDestination {
        let files = FileManager.default
        return self.in(files.urls(for: directory, in: domain).first ?? files.temporaryDirectory, options: options)
    }

    /// Returns the destination with the name that the response suggests, in a directory.
    ///
    /// - Parameters:
    ///   - directory: The URL of the directory.
    ///   - options: The options of placing the file.
    public static func `in`(_ directory: URL, options: DownloadOptions = []) -> DownloadDestination {
        { _, response in
            (directory.appendingPathComponent(name(for: response), isDirectory: false), options)
        }
    }
}

/// What may be done to put a download in its place (Alamofire's `DownloadRequest.Options`).
///
/// With none a directory that is not there, or a file that is, makes the download fail, and both stay as they are.
public struct DownloadOptions: OptionSet, Hashable, Sendable {
    /// The options' bits, as Alamofire 4 numbers them.
    public let rawValue: UInt

    /// Options by their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Creates the directories above the destination that are not there.
    public static let createIntermediateDirectories = DownloadOptions(rawValue: 1 << 0)
    /// Replaces a file at the destination, at once and with the new one whole; never a directory.
    public static let removePreviousFile = DownloadOptions(rawValue: 1 << 1)
}

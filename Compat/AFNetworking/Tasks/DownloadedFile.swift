import URLSerialization

/// The destination of a downloaded file.
///
/// `@unchecked Sendable`: the download calls the user's closure once; the task is set before it is resumed.
final class DownloadedFile: @unchecked Sendable {
    weak var task: SessionDownloadTask?
    let destination: GivenBlock<(URL, URLResponse) -> URL>
    private let chosen = Locked<URL?>(nil)

    init(_ destination: ((URL, URLResponse) -> URL)?) { self.destination = GivenBlock(destination) }

    /// The chosen destination, or `nil` if none was chosen.
    var url: URL? { chosen.value }

    /// Returns the destination that the manager's block or the task's closure chooses, or the temporary file's own URL.
    func destination(
        of temporaryURL: URL, _ response: URLResponse, block: (SessionDownloadTask) -> URL?
    ) -> URL {
        let place = task.flatMap(block)
        guard let place = place ?? destination.block?(temporaryURL, response) else { return temporaryURL }
        chosen.withLock { $0 = place }
        return place
    }
}

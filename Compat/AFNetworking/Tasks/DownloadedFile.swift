import URLSerialization

/// Where a downloaded file goes, and whether it got there.
///
/// `@unchecked Sendable`: the caller's closure is called once, by the download; the task is set before it is resumed.
final class DownloadedFile: @unchecked Sendable {
    weak var task: SessionDownloadTask?
    let destination: GivenBlock<(URL, URLResponse) -> URL>
    private let chosen = Locked<URL?>(nil)

    init(_ destination: ((URL, URLResponse) -> URL)?) { self.destination = GivenBlock(destination) }

    /// The place that was chosen; nil if none was.
    var url: URL? { chosen.value }

    /// The place for the file: what the manager's block says, or the task's closure, or where it is.
    func destination(
        of temporaryURL: URL, _ response: URLResponse, block: (SessionDownloadTask) -> URL?
    ) -> URL {
        let place = task.flatMap(block)
        guard let place = place ?? destination.block?(temporaryURL, response) else { return temporaryURL }
        chosen.withLock { $0 = place }
        return place
    }
}

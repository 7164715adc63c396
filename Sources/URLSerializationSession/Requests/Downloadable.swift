/// What a ``DownloadRequest`` is made of.
public enum Downloadable: Sendable {
    /// A request.
    case request(URLRequest)
    /// What ``DownloadRequest/resumeData`` gave: the request again, for what is not there yet.
    case resumeData(Data)
}

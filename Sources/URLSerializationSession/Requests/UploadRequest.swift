/// A request whose body is read while it is sent (`UploadRequest` of Alamofire 4).
///
/// Its answer is kept in memory, like the answer of any ``DataRequest``.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// The source of the body.
    public let source: Uploadable

    init(_ made: Result<URLRequest, any Error>, source: Uploadable, session: Session) {
        self.source = source
        let body: Uploadable? = if case .data = source { nil } else { source }
        super.init(made.map { source.request($0) }, body: body, session: session)
    }
}

/// A request whose body is read while it is sent (`UploadRequest` of Alamofire 4).
///
/// Its answer is kept in memory, as that of any ``DataRequest``.
public final class UploadRequest: DataRequest, @unchecked Sendable {
    /// Where the body comes from.
    public let source: Uploadable

    init(_ made: Result<URLRequest, any Error>, source: Uploadable, session: Session) {
        self.source = source
        let made = made.map { source.request($0) }
        super.init(made, body: source.body, session: session)
    }
}

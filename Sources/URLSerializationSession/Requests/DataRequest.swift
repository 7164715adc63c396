/// A request whose answer is kept in memory, or handed out as it comes (`DataRequest` of Alamofire 4).
public class DataRequest: Request, @unchecked Sendable {
    let bytes: ReceivedBytes

    init(_ made: Result<URLRequest, any Error>, body: RequestBody, session: Session) {
        bytes = ReceivedBytes()
        super.init(made, body: body, sink: bytes, session: session)
        bytes.request = self
    }

    /// The body received so far; nil before the response, and where ``receivedBody()`` hands it out.
    public var data: Data? { bytes.data }

    override var receivedData: Data? { bytes.data }
}

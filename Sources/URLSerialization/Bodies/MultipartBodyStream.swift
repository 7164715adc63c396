/// The stream of a multipart body, as a request carries it (`AFMultipartBodyStream`).
///
/// Opening it begins at the start, however often: files and data are read anew. `URLSession` on Linux opens a stream a
/// second time to answer an authentication challenge; elsewhere it asks for a new one, for which there are `copy()` and
/// ``MultipartBody/makeStream()``. Where a part can be read only once and has been, opening fails and ``streamError``
/// says which.
///
/// ```swift
/// func urlSession(_ session: URLSession, task: URLSessionTask, needNewBodyStream completion: (InputStream?) -> Void) {
///     completion(task.originalRequest?.multipartBody.map(MultipartBodyStream.init))
/// }
/// ```
///
/// The copies of a request share one stream, so a request must not be sent while a copy of it is being sent: the second
/// sending would begin the stream anew under the first, and each get a part of the bytes. Give the second the stream of
/// its own that setting `multipartBody` makes. Two threads that read at the same moment both fail, but URLSession on Linux
/// reads for all its tasks in turn, and nothing tells them apart.
///
/// URLSession on Linux never closes a stream. What it has open of the parts is closed at the end, at a failure, and with
/// the last request that has the stream.
///
/// A read gives the body's next bytes or fails; it never gives more or fewer in all than the request's `Content-Length`,
/// and it never leaves the thread that it is called on. `URLSession` on Linux reports a failure as an unknown error:
/// ``MultipartBody/streamError`` has the reason.
public final class MultipartBodyStream: InputStream, NSCopying {
    /// What is streamed.
    public let body: MultipartBody

    /// Held by whoever opens the stream or reads from it; nobody waits for it.
    private let reading = NSLock()
    private var reader: MultipartBodyReader?
    /// Held for a moment: whoever wants to know ``streamError`` asks on another thread than the one that reads.
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var status = Stream.Status.notOpen
        var failure: RequestSerializationError?
    }

    /// A stream of the body, from its start.
    public init(_ body: MultipartBody) {
        self.body = body
        super.init(data: Data())
    }

    /// Begins at the body's start.
    public override func open() {
        guard reading.try() else { return fail(.inUse) }
        defer { reading.unlock() }
        do throws(RequestSerializationError) {
            try body.checkReadable()
            reader = MultipartBodyReader(body)
            become(.open)
        } catch {
            reader = nil
            fail(error)
        }
    }

    /// Closes what is open of the body's parts.
    public override func close() {
        become(.closed)
        // A read that is under way does so when it ends.
        guard reading.try() else { return }
        reader = nil
        reading.unlock()
    }

    /// Reads the next bytes of the body.
    ///
    /// - Returns: How many bytes were read: 0 at the end, −1 if the stream is not open or has failed.
    public override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        guard reading.try() else {
            fail(.inUse)
            return -1
        }
        defer { reading.unlock() }
        let room = max(0, min(length, body.throttle?.packetSize ?? length))
        let count = read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
        if count > 0 { body.throttle?.pause { self.streamStatus != .open } }
        if streamStatus == .open { return count }
        // The end, or an error; perhaps one that another thread has made since.
        reader = nil
        return streamStatus == .atEnd ? 0 : -1
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard streamStatus == .open else { return -1 }
        do throws(RequestSerializationError) {
            let count = try reader?.read(into: buffer) ?? 0
            if count == 0, !buffer.isEmpty { become(.atEnd) }
            return count
        } catch {
            fail(error)
            return -1
        }
    }

    private func become(_ status: Stream.Status) {
        lock.withLock { state = State(status: status) }
        if status == .open { body.failures.set(nil) }
    }

    private func fail(_ failure: RequestSerializationError) {
        lock.withLock { state = State(status: .error, failure: failure) }
        body.failures.set(failure)
    }

    /// Whether a read has something to say: bytes, the end, or an error.
    ///
    /// It is true for a stream that has failed: Foundation on Linux would take false for the end of the body.
    public override var hasBytesAvailable: Bool {
        switch streamStatus {
        case .open, .error: true
        default: false
        }
    }

    /// Where the stream is.
    public override var streamStatus: Stream.Status { lock.withLock { state.status } }

    /// Why the stream failed, a ``RequestSerializationError``; nil if it did not.
    public override var streamError: (any Error)? { lock.withLock { state.failure } }

    /// There is no buffer to give out.
    public override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    /// A stream of the same body, from its start.
    public func copy(with zone: NSZone? = nil) -> Any { MultipartBodyStream(body) }
}

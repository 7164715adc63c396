/// The stream of a request's body, whose length is known before it is read.
///
/// Opening it begins at the start, however often: files and data are read anew. `URLSession` on Linux opens a stream a
/// second time to answer an authentication challenge; elsewhere it asks for a new one, for which there is `copy()`.
/// If content can be read only once and has been, opening fails and ``streamError`` names the part.
///
/// The copies of a request share one stream, so a request must not be sent while a copy of it is being sent: the second
/// sending would begin the stream anew under the first, and each get a part of the bytes. Two threads that read at the
/// same moment both fail, but URLSession on Linux reads for all its tasks in turn, and nothing tells them apart.
///
/// URLSession on Linux never closes a stream. Open files and streams of the body are closed at the end, at a failure, and
/// with the last request that has the stream.
///
/// A read returns the body's next bytes or fails; the reads together never return more or fewer bytes than the request's
/// `Content-Length`. A read never leaves the thread that it is called on. `URLSession` on Linux reports a failure as an
/// unknown error: ``streamError`` has the reason.
public class HTTPBodyStream: InputStream, NSCopying {
    /// The body that is streamed.
    package let content: HTTPBody

    /// Held by whoever opens the stream or reads from it; nobody waits for it.
    private let reading = NSLock()
    private var reader: HTTPBodyReader?
    /// Held for a moment: whoever wants to know ``streamError`` asks on another thread than the one that reads.
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var status = Stream.Status.notOpen
        var failure: RequestSerializationError?
    }

    /// A stream of a body, from its start.
    package init(_ content: HTTPBody) {
        self.content = content
        super.init(data: Data())
    }

    /// Begins at the body's start.
    public override func open() {
        guard reading.try() else { return fail(.inUse) }
        defer { reading.unlock() }
        do throws(RequestSerializationError) {
            try content.checkReadable()
            reader = HTTPBodyReader(content)
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
        let room = max(0, min(length, content.throttle?.packetSize ?? length))
        let count = read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
        if count > 0 { content.throttle?.pause { self.streamStatus != .open } }
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
        if status == .open { content.record(nil) }
    }

    private func fail(_ failure: RequestSerializationError) {
        lock.withLock { state = State(status: .error, failure: failure) }
        content.record(failure)
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

    /// The failure of the stream, a ``RequestSerializationError``; `nil` if it did not fail.
    public override var streamError: (any Error)? { lock.withLock { state.failure } }

    /// There is no buffer to give out.
    public override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    /// A stream of the same body, from its start.
    public func copy(with zone: NSZone? = nil) -> Any { HTTPBodyStream(content) }
}

extension RequestSerializationError {
    /// The error of a stream that two readers share.
    fileprivate static var inUse: RequestSerializationError {
        RequestSerializationError(
            .streamInUse, field: "httpBodyStream",
            reason: "The stream is read twice at the same time. Copies of a request share it: "
                + "set multipartBody of one of them, to itself, to give it a stream of its own.")
    }
}

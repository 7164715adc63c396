/// The stream of a request's body, whose length is known before it is read.
///
/// Opening the stream always begins at the start: files and data are read again. `URLSession` on Linux opens a stream a
/// second time to answer an authentication challenge; on Apple's systems it asks for a new stream, which is what
/// `copy()` is for. If content that can be read only once was read before, opening fails and ``streamError`` names the
/// part.
///
/// The copies of a request share one stream, so a request must not be sent while a copy of it is being sent. The second
/// transfer would restart the stream that the first is reading, and each would get only some of the bytes. If two
/// threads read at the same moment, both fail. URLSession on Linux reads for all its tasks in turn, so the mistake
/// cannot be detected there.
///
/// URLSession on Linux never closes a stream. The open files and streams of the body are closed at its end, at a
/// failure, and when the last request with the stream is released.
///
/// A read returns the body's next bytes or fails; together the reads return exactly as many bytes as the request's
/// `Content-Length`. A read never leaves the thread that it is called on. `URLSession` on Linux reports a failure as an
/// unknown error: ``streamError`` has the reason.
public class HTTPBodyStream: InputStream, NSCopying {
    package let content: HTTPBody

    /// Held while the stream is opened or read. It is only tried, never waited for.
    private let reading = NSLock()
    private var reader: HTTPBodyReader?
    /// Locked for a moment, so that ``streamError`` can be read on another thread during a read.
    private let state = Locked(State())

    private struct State {
        var status = Stream.Status.notOpen
        var failure: RequestSerializationError?
    }

    /// Creates a stream of a body, at its start.
    package init(_ content: HTTPBody) {
        self.content = content
        super.init(data: Data())
    }

    /// Opens the stream at the body's start.
    public override func open() {
        guard reading.try() else { return fail(.inUse) }
        defer { reading.unlock() }
        become(.opening)
        do throws(RequestSerializationError) {
            try content.checkReadable()
            reader = HTTPBodyReader(content)
            // Another thread may have read, and so made the stream fail, meanwhile.
            state.withLock { if $0.status == .opening { $0.status = .open } }
        } catch {
            reader = nil
            fail(error)
        }
    }

    /// Closes the open files and streams of the body.
    public override func close() {
        become(.closed)
        // A read in progress does so when it ends.
        guard reading.try() else { return }
        reader = nil
        reading.unlock()
    }

    /// Reads the next bytes of the body.
    ///
    /// - Returns: The number of bytes read: 0 at the end, −1 if the stream is not open or has failed.
    public override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        guard reading.try() else {
            fail(.inUse)
            return -1
        }
        defer { reading.unlock() }
        let room = max(0, min(length, content.throttle?.packetSize ?? length))
        var count = 0
        if streamStatus == .open {
            do throws(RequestSerializationError) {
                count = unsafe try reader?.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room)) ?? 0
                if count == 0, room > 0 { become(.atEnd) }
            } catch {
                fail(error)
            }
        }
        if count > 0 { content.throttle?.pause { self.streamStatus != .open } }
        if streamStatus == .open { return count }
        // The end, or an error, which another thread may have caused.
        reader = nil
        return streamStatus == .atEnd ? 0 : -1
    }

    private func become(_ status: Stream.Status) {
        state.withLock {
            $0 = State(status: status)
            if status == .opening { content.record(nil) }
        }
    }

    private func fail(_ failure: RequestSerializationError) {
        state.withLock {
            $0 = State(status: .error, failure: failure)
            content.record(failure)
        }
    }

    /// Whether a read returns bytes, the end, or an error.
    ///
    /// It is true for a stream that has failed, because Foundation on Linux treats false as the end of the body.
    public override var hasBytesAvailable: Bool { [.open, .error].contains(streamStatus) }

    /// The current status of the stream.
    public override var streamStatus: Stream.Status { state.value.status }

    /// The failure of the stream, a ``RequestSerializationError``; `nil` if it did not fail.
    public override var streamError: (any Error)? { state.value.failure }

    /// Returns false, since the stream has no buffer to lend.
    public override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    /// Returns a stream of the same body, at its start.
    public func copy(with zone: NSZone? = nil) -> Any { HTTPBodyStream(content) }
}

extension RequestSerializationError {
    /// The error for a stream that two readers share.
    fileprivate static var inUse: RequestSerializationError {
        RequestSerializationError(
            .streamInUse, field: "httpBodyStream",
            reason: "Two readers use the stream at the same time. Copies of a request share it: "
                + "set multipartBody of one of them, to itself, to give it a stream of its own.")
    }
}

/// The packet size, and the pause after each packet, of a body that is sent slowly.
struct BodyThrottle: Sendable {
    /// The bytes sent between two pauses.
    let packetSize: Int
    /// The pause in seconds, from 0 to 3,600.
    let delay: TimeInterval

    init(packetSize: Int, delay: TimeInterval) throws(RequestSerializationError) {
        guard packetSize > 0, (0...3600).contains(delay) else {
            throw RequestSerializationError(
                .invalidSetting, field: "throttle",
                reason: "Packets of \(packetSize) bytes every \(delay) seconds cannot be sent. "
                    + "Choose at least 1 byte, and 0 to 3600 seconds.")
        }
        self.packetSize = packetSize
        self.delay = delay
    }

    /// Waits for the delay or for a cancellation, which is noticed within 20 milliseconds.
    func pause(isCancelled: () -> Bool = { false }) {
        let end = ProcessInfo.processInfo.systemUptime + delay
        while !isCancelled() {
            let rest = end - ProcessInfo.processInfo.systemUptime
            guard rest > 0 else { return }
            Thread.sleep(forTimeInterval: min(rest, 0.02))
        }
    }
}

#if canImport(Darwin)
    // This has not been run anywhere yet. It follows AFMultipartBodyStream, which has these methods because URLSession
    // on Apple's systems calls them on every stream, and InputStream's own implementations fail in a subclass.
    extension HTTPBodyStream {
        /// Returns `nil`, since the stream has no properties.
        public override func property(forKey key: Stream.PropertyKey) -> Any? { nil }

        /// Returns false, since the stream has no properties.
        public override func setProperty(_ property: Any?, forKey key: Stream.PropertyKey) -> Bool { false }

        /// Does nothing, since the stream sends no events.
        public override func schedule(in runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

        /// Does nothing, since the stream sends no events.
        public override func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

        @objc(_scheduleInCFRunLoop:forMode:)
        private func schedule(inCFRunLoop runLoop: CFRunLoop?, forMode mode: CFString?) {}

        @objc(_unscheduleFromCFRunLoop:forMode:)
        private func unschedule(fromCFRunLoop runLoop: CFRunLoop?, forMode mode: CFString?) {}

        @objc(_setCFClientFlags:callback:context:)
        private func setCFClient(
            flags: CFOptionFlags, callback: CFReadStreamClientCallBack?,
            context: UnsafeMutablePointer<CFStreamClientContext>?
        ) -> Bool { false }
    }
#endif

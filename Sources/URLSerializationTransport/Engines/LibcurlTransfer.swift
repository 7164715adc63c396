#if os(Linux)
    import CURLSerializationEngine

    /// A transfer in the hands of libcurl.
    ///
    /// `@unchecked Sendable`: what is not behind the lock is used only by the loop's thread, or only by the queue
    /// of the reports.
    final class LibcurlTransfer: TransferWork, @unchecked Sendable {
        /// The most bytes of a body that wait to be reported, and of one that does not wake the queue.
        private static let (room, brief) = (1 << 20, 1 << 16)

        private struct State: Sendable {
            /// The number of bytes that were received and not reported.
            var waiting = 0
            var isPaused = false
            /// The time of the last pause, which may be over.
            var pause: DispatchTime?
        }

        let transfer: Transfer
        let origin: Origin
        private let engine: LibcurlEngine
        private let loop: LibcurlLoop
        private let cookies: String?
        private let state = Locked(State())

        // Of the loop's thread.

        private(set) var easy: OpaquePointer?
        /// The calls to make on the queue, which is not the thread of libcurl.
        private var calls: [@Sendable () -> Void] = []
        /// The bytes of the body since the last report.
        private var received = Data()
        private var head: [UInt8] = []
        /// The lines of all heads and of the trailer.
        private var headLines = 0
        /// Whether the response's head has ended, so that further lines are the trailer's.
        private var hasHead = false
        private var start = DispatchTime.now()
        private var firstByte: DispatchTime?
        /// The number of bytes of the body that were sent, and of those that were reported.
        private var (sent, reported): (Int64, Int64) = (0, 0)
        /// The number of bytes of the body that libcurl has taken, some of which may not be sent yet.
        private var taken: Int64 = 0
        private var body: LibcurlBody?
        /// The buffer for libcurl's error message.
        private let words = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
        private var fields: OpaquePointer?
        /// Whether libcurl ends the transfer because a bound of the head was reached.
        private var exceedsHead = false

        private var connection = LibcurlConnection()
        /// Whether the exchange may leave something in the connection, which then is not used again: the server would
        /// read the next request as the rest of this one's body, or libcurl the rest of this response as the next one.
        private var leaves = (unsent: false, unread: false) {
            didSet {
                if let easy { _ = cse_setopt(easy, cse_forbid_reuse, leaves.unsent || leaves.unread ? 1 : 0) }
            }
        }
        /// The number of bytes with which the body ends, -1 for a body in chunks, or `nil` if more than a body follows.
        private var bodyLength: Int64?

        /// Whether the rest of the response is dropped.
        private var isDropping = false
        /// Whether something was reported on the queue.
        private var usesQueue = false
        /// Whether nothing was, and the head asks for no work that takes long.
        private var isBrief = false

        /// Whether the transfer ends as soon as the lookup of its name has ended.
        var isLeaving = false
        var isLookingUp: Bool { easy.map { cse_getinfo($0, cse_info_namelookup_time) == 0 } ?? false }
        /// Whether libcurl used HTTP/2 or HTTP/3.
        var isMultiplexed: Bool { easy.map { cse_getinfo($0, cse_info_http_version) >= cse_http_version_2 } ?? false }

        private let response: LibcurlResponse
        init(_ transfer: Transfer, of engine: LibcurlEngine, on loop: LibcurlLoop) {
            (self.transfer, response) = (transfer, LibcurlResponse(transfer, of: engine))
            (self.engine, self.loop) = (engine, loop)
            let cookies = engine.cookies(for: transfer.message)
            self.cookies = cookies.isEmpty ? nil : HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
            origin = Origin(transfer.message.url)
            words.pointee = 0
        }

        deinit { words.deallocate() }

        // MARK: - From any thread

        func pause() { state.withLock { ($0.isPaused, $0.pause) = (true, .now()) } }

        func resume() {
            state.withLock { $0.isPaused = false }
            proceed()
        }

        func proceed() { loop.send(.proceed(self)) }

        func cancel() { loop.send(.cancel(self)) }

        // MARK: - On the loop's thread

        /// Sets a handle up for the transfer. Returns libcurl's result.
        func prepare(_ easy: OpaquePointer) -> cse_code {
            self.easy = easy
            start = .now()
            let message = transfer.message
            var functions = cse_functions(
                write: { LibcurlTransfer.from($3).write(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) },
                header: { LibcurlTransfer.from($3).header(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) },
                read: { LibcurlTransfer.from($3).read(UnsafeMutableRawBufferPointer(start: $0, count: $1 * $2)) },
                xferinfo: { context, _, _, _, sent in LibcurlTransfer.from(context).progress(sent) },
                opensocket: { context, _, address in LibcurlTransfer.from(context).connection.open(address) },
                prereq: { context, server, _, serverPort, ownPort in
                    let server = server.map { String(cString: $0) } ?? ""
                    return LibcurlTransfer.from(context).connected(
                        .init(server: server, serverPort: serverPort, ownPort: ownPort))
                })
            // The loop keeps a transfer until its handle is removed.
            cse_setopt_functions(easy, &functions, Unmanaged.passUnretained(self).toOpaque())
            _ = cse_setopt_pointer(easy, cse_errorbuffer, words)
            let version = origin.isSecure ? cse_http_version_2tls : cse_http_version_1_1
            _ = cse_setopt(easy, cse_http_version, Int64(version))
            prepareBody(easy)
            for line in message.lines(cookies: cookies) { fields = cse_slist_append(fields, line) }
            _ = cse_setopt_pointer(easy, cse_httpheader, fields.map { UnsafeRawPointer($0) })
            let codes = [
                // Only http and https: libcurl reads files too.
                cse_setopt(easy, cse_protocols, Int64(cse_proto_http | cse_proto_https)),
                // It would send the user and the password before the server asks for them.
                cse_setopt_pointer(easy, cse_url, message.url?.withUserInfo(of: nil).absoluteString),
                engine.setProxy(of: easy, for: message.url), transfer.trust?.apply(to: easy) ?? cse_ok,
                transfer.certificate?.apply(to: easy) ?? cse_ok,
            ]
            return codes.first { $0 != cse_ok } ?? cse_ok
        }

        private static func from(_ context: UnsafeMutableRawPointer?) -> LibcurlTransfer {
            Unmanaged<LibcurlTransfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
        }

        private func prepareBody(_ easy: OpaquePointer) {
            let message = transfer.message
            let method = message.httpMethod ?? "GET"
            let changesProtocol = message.value(forHTTPHeaderField: "Upgrade") != nil || method == "CONNECT"
            body = LibcurlBody(message) { [weak self] in self?.proceed() }
            let length = body?.length ?? (["POST", "PUT", "PATCH"].contains(method) ? 0 : nil)
            _ = cse_setopt(easy, length != nil ? cse_upload : method == "HEAD" ? cse_nobody : cse_httpget, 1)
            if let length { _ = cse_setopt(easy, cse_infilesize_large, length) }
            bodyLength = changesProtocol ? nil : length
            leaves.unsent = changesProtocol || length ?? 0 != 0
            if !["GET", "HEAD"].contains(method) { _ = cse_setopt_pointer(easy, cse_customrequest, method) }
        }

        func cleanUp() {
            body?.stop()
            body = nil
            cse_slist_free_all(fields)
            fields = nil
            easy = nil
        }

        /// Lets libcurl continue if it was held back.
        func goOn() {
            if let easy, !state.value.isPaused { _ = cse_unpause(easy) }
        }

        private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard !isDropping else { return bytes.count }
            let hasRoom = transfer.hasRoom
            let isTaken = state.withLock { state in
                guard !state.isPaused, state.waiting < Self.room, hasRoom else { return false }
                state.waiting += bytes.count
                state.pause = nil
                return true
            }
            guard isTaken else { return cse_pause }
            // libcurl itself closes the connection if more than the body arrives with it.
            if connection.bodyBytes == 0 { leaves.unread = false }
            connection.bodyBytes += Int64(bytes.count)
            received.append(contentsOf: bytes)
            return bytes.count
        }

        private func header(_ line: UnsafeRawBufferPointer) -> Int {
            if firstByte == nil { firstByte = .now() }
            headLines += 1
            connection.headBytes += Int64(line.count)
            exceedsHead = headLines > ResponseHead.mostLines || connection.headBytes > ResponseHead.mostBytes
            guard !exceedsHead else { return 0 }
            // Lines after the head are trailers, which are dropped.
            guard !hasHead, !head.isEmpty || line.starts(with: "HTTP/".utf8) else { return line.count }
            head.append(contentsOf: line)
            if line.count <= 2, line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
                flush()
                let whole = transfer.message.url.flatMap { ResponseHead(head, of: $0) }
                hasHead = whole.map { !$0.isInterim } ?? true
                // libcurl drops what it has read behind the head of a response without a body.
                leaves.unread = !origin.isSecure && connection.surplus > 0
                isBrief = whole?.isBrief ?? false && !usesQueue
                calls.append { [response] in response.begin(whole) }
                self.head = []
            }
            return line.count
        }

        private func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
            guard !state.value.isPaused else { return cse_pause }
            let count = body?.read(into: room) ?? 0
            if count <= room.count { taken += Int64(count) }
            if taken == bodyLength || count == 0 && bodyLength == -1 { leaves.unsent = false }
            return count
        }

        /// Returns whether the transfer ends here.
        private func progress(_ sent: Int64) -> Int32 {
            // libcurl counts the framing of chunks too.
            self.sent = max(self.sent, min(sent, taken))
            let most = Int64(ResponseHead.mostBytes) + 16 * connection.bodyBytes
            if hasHead, connection.surplus > most, !isMultiplexed { exceedsHead = true }
            return isLeaving || exceedsHead ? 1 : 0
        }

        /// Takes the connection, and returns whether it cannot be used.
        private func connected(_ ends: LibcurlConnection.Ends) -> Int32 {
            connection.take(ends, from: loop.kept)
            return connection.isRefused ? 1 : 0
        }

        /// Returns whether the transfer ended only because its connection was refused, so that it can start again.
        func startsAgain() -> Bool {
            defer { connection.isRefused = false }
            if connection.isRefused { words.pointee = 0 }
            return connection.isRefused
        }

        /// Drops what libcurl has received for a paused transfer. If its handle were removed, it would keep that.
        func drop() {
            isDropping = true
            if let easy { _ = cse_unpause(easy) }
        }

        /// Reports the end by libcurl's result.
        func end(_ code: cse_code) {
            flush()
            if code == cse_ok, !isMultiplexed { connection.keep(in: loop.kept) }
            // libcurl counts what it sends as a first byte too.
            let times = (firstByte.map { start.seconds(to: $0) }, start.seconds(to: .now()))
            let metrics = easy.map { TransferMetrics($0, of: transfer.message.url, times) }
            func info(_ info: cse_info) -> Int { easy.map { Int(cse_getinfo($0, info)) } ?? 0 }
            // Over TLS the system's error is unknown.
            let error = URLError.libcurl(
                code, String(cString: words.pointee == 0 ? cse_strerror(code) : UnsafePointer(words)),
                verifyResult: info(cse_info_ssl_verifyresult), proxyStatus: info(cse_info_http_connectcode),
                isRead: !origin.isSecure && info(cse_info_os_errno) == 0, isAnswered: firstByte != nil,
                isCertified: transfer.certificate != nil, transfer.message.url)
            // libcurl may find the connection dead while it sends.
            let isDead =
                code == cse_send_fail_rewind
                || code == cse_send_error && firstByte == nil && info(cse_info_num_connects) == 0
            calls.append { [self, exceedsHead] in
                if let metrics { transfer.report(.measured(metrics)) }
                response.end(error, isDead: isDead, isOfPause: state.value.pause != nil, exceedsHead: exceedsHead)
            }
            deliver(isEnd: true)
        }

        /// The time at which a transfer may be ended because it was paused and can be continued by another one, or
        /// `nil` for never.
        var endOfPlace: DispatchTime? {
            let pause = state.withLock { $0.isPaused ? $0.pause : nil }
            guard let pause, transfer.owner?.isResumable ?? false else { return nil }
            return pause + LibcurlLoop.longestPause
        }

        /// Adds the reports of the bytes that were sent and received.
        private func flush() {
            if sent > reported { calls.append { [transfer, sent] in transfer.report(.sent(sent, of: -1)) } }
            reported = sent
            guard !received.isEmpty else { return }
            calls.append { [self, received] in receive(received) }
            // A body that arrives fast is not copied each time that the place for it grows.
            received = received.count > 1 << 14 ? Data(capacity: received.count) : Data()
        }

        /// Passes on what has happened since the last time.
        func deliver(isEnd: Bool = false) {
            flush()
            guard !calls.isEmpty else { return }
            defer { (calls, isBrief) = ([], false) }
            let makeCalls = { @Sendable [calls] in for call in calls { call() } }
            // The queue is not woken up for a small response that came at once.
            if isEnd, isBrief, connection.bodyBytes <= Self.brief, let owner = transfer.owner {
                owner.make(makeCalls)
            } else {
                usesQueue = true
                engine.queue.async(execute: makeCalls)
            }
        }

        private func receive(_ data: Data) {
            response.pass(data)
            // libcurl may have been held back while more than half of the room was taken.
            let hasRoom = state.withLock { state in
                defer { state.waiting -= data.count }
                return !state.isPaused && (state.waiting - data.count..<state.waiting).contains(Self.room / 2)
            }
            if hasRoom { proceed() }
        }
    }
#endif

#if os(Linux)
    import CURLSerializationEngine

    /// A transfer in the hands of libcurl.
    ///
    /// `@unchecked Sendable`: what is not behind the lock is used only by the loop's thread, or only by the queue
    /// of the reports.
    final class LibcurlTransfer: TransferWork, @unchecked Sendable {
        /// The most bytes of a body that wait to be reported.
        private static let room = 1 << 20

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
        private let cookies: String?
        private let state = Locked(State())

        // Of the loop's thread.

        private(set) var easy: OpaquePointer?
        /// The calls to make on the queue, which is not the thread of libcurl.
        private var calls: [@Sendable () -> Void] = []
        /// The bytes of the body since the last report.
        private var received: [UInt8] = []
        private var head: [UInt8] = []
        /// The lines and bytes of all heads and of the trailer.
        private var (headLines, headBytes) = (0, 0)
        /// Whether the response's head has ended, so that further lines are the trailer's.
        private var hasHead = false
        /// The number of bytes of the response's body.
        private var bodyBytes: Int64 = 0
        private var start = DispatchTime.now()
        private var firstByte: DispatchTime?
        /// The number of bytes of the body that were sent, and of those that were reported.
        private var (sent, reported): (Int64, Int64) = (0, 0)
        /// The number of bytes of the body that libcurl has taken, some of which may not be sent yet.
        private var taken: Int64 = 0
        private var body: LibcurlBody?
        /// The buffer for libcurl's error message.
        private let words = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
        private var list: OpaquePointer?
        /// Whether libcurl ends the transfer because a bound of the head was reached.
        private var exceedsHead = false

        /// The sockets that were opened for the transfer.
        private var opened: [Int32] = []
        /// The socket and the local port of the connection, and the bytes read from it before; `nil` if unknown.
        private var connection: (socket: Int32, port: Int32, start: Int64)?
        /// Whether libcurl has closed the kept connection because bytes or its end could be read from it, so that the
        /// transfer has to be given another one.
        private var isRefused = false
        /// Whether the exchange may leave something in the connection, which then is not used again: the server would
        /// read the next request as the rest of this one's body, or libcurl the rest of this response as the next one.
        private var leaves = (unsent: false, unread: false) {
            didSet {
                if let easy { _ = cse_set_number(easy, cse_forbid_reuse, leaves.unsent || leaves.unread ? 1 : 0) }
            }
        }
        /// The number of bytes with which the body ends, -1 for a body in chunks, or `nil` if more than a body follows.
        private var bodyLength: Int64?

        /// Whether the rest of the response is dropped.
        private var isDropping = false

        /// Whether the transfer ends as soon as the lookup of its name has ended.
        var isLeaving = false
        var isLookingUp: Bool { easy.map { cse_fact($0, cse_name_lookup_time) == 0 } ?? false }
        /// Whether libcurl used HTTP/2 or HTTP/3.
        var isMultiplexed: Bool { easy.map { cse_fact($0, cse_used_http_version) >= 3 } ?? false }

        // Of the queue.

        private var response: HTTPURLResponse?
        private var decoder: ContentDecoder?

        init(_ transfer: Transfer, of engine: LibcurlEngine) {
            self.transfer = transfer
            self.engine = engine
            cookies = HTTPCookie.requestHeaderFields(with: engine.cookies(for: transfer.message))["Cookie"]
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

        func proceed() { engine.loop.send(.proceed(self)) }

        func cancel() { engine.loop.send(.cancel(self)) }

        // MARK: - On the loop's thread

        /// Sets a handle up for the transfer. Returns the code of an error, or 0.
        func prepare(_ easy: OpaquePointer) -> Int32 {
            self.easy = easy
            start = .now()
            let message = transfer.message
            var functions = cse_functions(
                write: { LibcurlTransfer.from($3).write(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) },
                header: { LibcurlTransfer.from($3).header(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) },
                read: { LibcurlTransfer.from($3).read(UnsafeMutableRawBufferPointer(start: $0, count: $1 * $2)) },
                progress: { context, _, _, _, sent in LibcurlTransfer.from(context).progress(sent) },
                open_socket: { context, _, address in LibcurlTransfer.from(context).openSocket(address) },
                connected: { context, _, _, _, port in LibcurlTransfer.from(context).connected(port) })
            // The loop keeps a transfer until its handle is removed.
            cse_set_functions(easy, &functions, Unmanaged.passUnretained(self).toOpaque())
            _ = cse_set_pointer(easy, cse_error_buffer, words)
            // HTTP/2 over TLS only.
            _ = cse_set_number(easy, cse_http_version, origin.isSecure ? 4 : 2)
            prepareBody(easy)
            for line in lines() { list = cse_list_append(list, line) }
            _ = cse_set_pointer(easy, cse_header, list.map { UnsafeRawPointer($0) })
            let codes = [
                // Only http and https: libcurl reads files too.
                cse_set_number(easy, cse_protocols, 3),
                // It would send the user and the password before the server asks for them.
                cse_set_pointer(easy, cse_url, message.url?.withUserInfo(of: nil).absoluteString),
                engine.setProxy(of: easy, for: message.url), transfer.trust?.apply(to: easy) ?? 0,
            ]
            return codes.first { $0 != 0 } ?? 0
        }

        private static func from(_ context: UnsafeMutableRawPointer?) -> LibcurlTransfer {
            Unmanaged<LibcurlTransfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
        }

        private func prepareBody(_ easy: OpaquePointer) {
            let message = transfer.message
            let method = message.httpMethod ?? "GET"
            let changesProtocol = message.value(forHTTPHeaderField: "Upgrade") != nil || method == "CONNECT"
            var length: Int64?
            if let stream = message.httpBodyStream {
                body = LibcurlBody(stream) { [weak self] in self?.proceed() }
                length = message.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) } ?? -1
            } else if let data = message.httpBody, !data.isEmpty {
                body = LibcurlBody(data)
                length = Int64(data.count)
            } else if ["POST", "PUT", "PATCH"].contains(method) {
                length = 0
            }
            _ = cse_set_number(easy, length != nil ? cse_upload : method == "HEAD" ? cse_no_body : cse_get, 1)
            if let length { _ = cse_set_number(easy, cse_upload_size, length) }
            bodyLength = changesProtocol ? nil : length
            leaves.unsent = changesProtocol || length ?? 0 != 0
            if !["GET", "HEAD"].contains(method) { _ = cse_set_pointer(easy, cse_custom_request, method) }
        }

        /// Returns the lines of the fields to send, and those that keep libcurl from adding fields.
        private func lines() -> [String] {
            let message = transfer.message
            // libcurl adds these itself; a single space means none.
            let fields = (message.allHTTPHeaderFields ?? [:]).filter { name, value in
                let name = name.lowercased()
                return !["content-length", "transfer-encoding"].contains(name) && (name != "expect" || value != " ")
            }
            func isMissing(_ name: String) -> Bool { !fields.keys.contains(where: name.isEqualName) }
            var lines = fields.map { $1.isEmpty ? "\($0);" : "\($0): \($1)" }
            lines += ["Accept", "Expect", "User-Agent"].filter(isMissing).map { "\($0):" }
            if isMissing("Accept-Encoding") { lines.append("Accept-Encoding: \(ContentDecoder.codings)") }
            if let cookies { lines.append("Cookie: \(cookies)") }
            if isMissing("Content-Type"), message.httpMethod == "POST", message.httpBody != nil {
                lines.append("Content-Type: application/x-www-form-urlencoded")
            }
            return lines
        }

        func cleanUp() {
            body?.stop()
            body = nil
            cse_list_free(list)
            list = nil
            easy = nil
        }

        /// Lets libcurl continue if it was held back.
        func goOn() {
            if let easy, !state.value.isPaused { _ = cse_continue(easy) }
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
            if bodyBytes == 0 { leaves.unread = false }
            bodyBytes += Int64(bytes.count)
            received.append(contentsOf: bytes)
            return bytes.count
        }

        private func header(_ line: UnsafeRawBufferPointer) -> Int {
            if firstByte == nil { firstByte = .now() }
            headLines += 1
            headBytes += line.count
            exceedsHead = headLines > ResponseHead.mostLines || headBytes > ResponseHead.mostBytes
            guard !exceedsHead else { return 0 }
            // Lines after the head are trailers, which are dropped.
            guard !hasHead, !head.isEmpty || line.starts(with: "HTTP/".utf8) else { return line.count }
            head.append(contentsOf: line)
            if line.count <= 2, line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
                flush()
                let head = ResponseHead(head)
                hasHead = head.map { !$0.isInterim } ?? true
                // libcurl drops what it has read behind the head of a response without a body.
                leaves.unread = !origin.isSecure && surplus > 0
                calls.append { [self] in begin(head) }
                self.head = []
            }
            return line.count
        }

        /// The number of bytes that were read from the connection and are neither the head's nor the body's.
        private var surplus: Int64 {
            connection.map { cse_socket_taken($0.socket) - $0.start - Int64(headBytes) - bodyBytes } ?? 0
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
            if hasHead, surplus > Int64(ResponseHead.mostBytes) + 16 * bodyBytes, !isMultiplexed { exceedsHead = true }
            return isLeaving || exceedsHead ? 1 : 0
        }

        private func openSocket(_ address: UnsafeRawPointer) -> Int32 {
            opened.append(cse_socket_make(address))
            return opened[opened.count - 1]
        }

        /// Takes the connection, and returns whether it cannot be used.
        private func connected(_ port: Int32) -> Int32 {
            let kept = engine.loop.kept.withLock { $0.removeValue(forKey: port) }
            let sockets = opened.reversed() + [kept].compactMap(\.self)
            guard let socket = sockets.first(where: { cse_socket_has_port($0, port) }) else { return 0 }
            connection = (socket, port, cse_socket_taken(socket))
            isRefused = !opened.contains(socket) && cse_socket_is_readable(socket)
            return isRefused ? 1 : 0
        }

        /// Returns whether the transfer ended only because its connection was refused, so that it can start again.
        func startsAgain() -> Bool {
            defer { isRefused = false }
            if isRefused { words.pointee = 0 }
            return isRefused
        }

        /// Drops what libcurl has received for a paused transfer. If its handle were removed, it would keep that.
        func drop() {
            isDropping = true
            if let easy { _ = cse_continue(easy) }
        }

        /// Reports the end by libcurl's code.
        func end(_ code: Int32) {
            flush()
            if code == 0, !isMultiplexed, let connection {
                engine.loop.kept.withLock { $0[connection.port] = connection.socket }
            }
            // libcurl counts what it sends as a first byte too.
            let times = (firstByte.map { start.seconds(to: $0) }, start.seconds(to: .now()))
            let metrics = easy.map { TransferMetrics($0, of: transfer.message.url, times) }
            let error = URLError.libcurl(
                code, String(cString: words.pointee == 0 ? cse_words(code) : UnsafePointer(words)),
                verifyResult: easy.map { cse_fact($0, cse_verify_result) } ?? 0, isAnswered: firstByte != nil,
                transfer.message.url)
            // libcurl reports this as 65, or as 55 if it finds the connection dead while it sends.
            let isDead =
                code == 65 || code == 55 && firstByte == nil && easy.map { cse_fact($0, cse_new_connections) } == 0
            calls.append { [self] in
                if let metrics { transfer.report(.measured(metrics)) }
                end(error, isDead: isDead)
            }
            deliver()
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
            calls.append { [self, data = Data(received)] in receive(data) }
            received.removeAll(keepingCapacity: true)
        }

        /// Passes on what has happened since the last time.
        func deliver() {
            flush()
            guard !calls.isEmpty else { return }
            engine.queue.async { [calls] in for call in calls { call() } }
            calls = []
        }

        // MARK: - On the queue

        private func begin(_ head: ResponseHead?) {
            let message = transfer.message
            guard let url = message.url, let head, let response = head.response(for: url),
                !transfer.isOver
            else { return fail(badHead("The response's head is not one of HTTP")) }
            guard !head.isInterim else { return }
            engine.keepCookies(head.values("Set-Cookie"), of: message)
            self.response = response
            if message.httpMethod != "HEAD", ![204, 304].contains(head.status) {
                let accepted = message.value(forHTTPHeaderField: "Accept-Encoding")
                let codings = head.values("Content-Encoding").filter { !$0.isEmpty }
                decoder = ContentDecoder(codings.joined(separator: ", "), acceptedBy: accepted)
            }
            transfer.report(.head(response))
        }

        private func badHead(_ reason: String) -> URLError {
            .making(.badServerResponse, transfer.message.url, "\(reason). Have the server corrected.")
        }

        private func receive(_ data: Data) {
            pass(data)
            // libcurl may have been held back while more than half of the room was taken.
            let hasRoom = state.withLock { state in
                defer { state.waiting -= data.count }
                return !state.isPaused && (state.waiting - data.count..<state.waiting).contains(Self.room / 2)
            }
            if hasRoom { proceed() }
        }

        private func pass(_ data: Data) {
            guard let decoder else { return transfer.report(.bytes(data)) }
            do {
                try decoder.decode(data) { decoded in
                    transfer.report(.bytes(decoded))
                    return !transfer.isOver
                }
            } catch {
                fail(error)
            }
        }

        /// - Parameter isDead: Whether a reused connection was found dead, and took bytes of the body.
        private func end(_ error: URLError?, isDead: Bool) {
            // The bytes that a dead connection took would have to be sent again. Losing the connection during a pause
            // is not a failure if the transfer can be continued.
            let (isDead, isOfPause) = (isDead && response == nil, response != nil && state.value.pause != nil)
            if let error, isDead || isOfPause && error.code == .networkConnectionLost {
                return transfer.end(with: .interrupted(error.withoutSecrets, isDead: isDead))
            }
            do {
                if exceedsHead { throw badHead("The response's head, or what surrounds its body, is too long") }
                if let error { throw error }
                guard response != nil else { throw badHead("The response's head breaks off") }
                try decoder?.finish()
                transfer.end(nil, response)
            } catch {
                transfer.end(error.withoutSecrets, response)
            }
        }

        private func fail(_ error: any Error) {
            transfer.end(error.withoutSecrets, response)
            cancel()
        }
    }
#endif

#if os(Linux)
    import CURLSerializationEngine

    /// The body of a transfer: bytes, or a stream that is read ahead on a queue where it may wait. The engine's thread
    /// never does.
    ///
    /// `@unchecked Sendable`: the stream is used only on the queue; the rest is behind the lock.
    final class LibcurlBody: @unchecked Sendable {
        /// The most chunks of a stream that are read ahead, and the most bytes of each.
        private static let mostChunks = 2
        private static let chunk = 1 << 17

        private struct State: Sendable {
            var chunks: [Data] = []
            var isReading = false
            /// Whether the transfer waits for bytes.
            var isAwaited = false
            /// The result of a read after the last chunk, or `nil` before the end of the body.
            var end: Int?
        }

        private let stream: InputStream?
        private let queue = DispatchQueue(label: "URLSerializationSession.body")
        private let state: Locked<State>
        /// The reader of the stream once that is open.
        private var reader: StreamReader?
        /// Called when the transfer that waited can go on.
        private let wake: @Sendable () -> Void

        /// The length in bytes, or -1 for a body in chunks.
        let length: Int64

        /// Creates the body of a message, or returns `nil` for none.
        init?(_ message: URLRequest, wake: @escaping @Sendable () -> Void) {
            (stream, self.wake) = (message.httpBodyStream, wake)
            if stream != nil {
                length = message.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) } ?? -1
                state = Locked(State())
            } else if let data = message.httpBody, !data.isEmpty {
                (length, state) = (Int64(data.count), Locked(State(chunks: [data], end: 0)))
            } else {
                return nil
            }
        }

        /// Copies the next bytes, and returns their number, or the value that pauses or ends the transfer.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let (count, needsMore) = state.withLock { state -> (Int, Bool) in
                var copied = 0
                while copied < buffer.count, let first = state.chunks.first {
                    let part = first.prefix(buffer.count - copied)
                    part.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[copied...]))
                    copied += part.count
                    state.chunks[0] = first.dropFirst(part.count)
                    if state.chunks[0].isEmpty { state.chunks.removeFirst() }
                }
                state.isAwaited = copied == 0 && state.end == nil
                let needsMore = !state.isReading && state.end == nil && state.chunks.count < Self.mostChunks
                if needsMore { state.isReading = true }
                return (copied > 0 ? copied : state.end ?? cse_pause, needsMore)
            }
            if needsMore { queue.async { [self] in fill() } }
            return count
        }

        /// Ends the reading of a body that no transfer needs any more.
        func stop() {
            state.withLock { $0 = State(end: cse_abort) }
            queue.async { [self] in reader = nil }
        }

        /// Reads until enough is in memory or the body ends.
        private func fill() {
            while state.withLock({ $0.isReading && $0.end == nil }) {
                if reader == nil { reader = try? stream.map(StreamReader.init) }
                let chunk = try? reader?.next(Self.chunk)
                let isAwaited = state.withLock { state -> Bool in
                    guard state.end == nil else { return false }
                    if let chunk, !chunk.isEmpty {
                        state.chunks.append(chunk)
                    } else {
                        state.end = chunk == nil ? cse_abort : 0
                    }
                    state.isReading = state.chunks.count < Self.mostChunks
                    defer { state.isAwaited = false }
                    return state.isAwaited
                }
                if isAwaited { wake() }
            }
        }
    }
#endif

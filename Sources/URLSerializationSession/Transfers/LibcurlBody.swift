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
        private var isOpen = false
        /// Called when the transfer that waited can go on.
        private let wake: @Sendable () -> Void

        init(_ stream: InputStream, wake: @escaping @Sendable () -> Void) {
            self.stream = stream
            self.wake = wake
            state = Locked(State())
        }

        init(_ data: Data) {
            stream = nil
            wake = {}
            state = Locked(State(chunks: [data], end: 0))
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
            queue.async { [self] in if isOpen { stream?.close() } }
        }

        /// Reads until enough is in memory or the body ends.
        private func fill() {
            while let stream, state.withLock({ $0.isReading && $0.end == nil }) {
                if !isOpen { stream.open() }
                isOpen = true
                let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.chunk)
                let count = stream.read(memory, maxLength: Self.chunk)
                let chunk = Data(
                    bytesNoCopy: memory, count: max(0, min(count, Self.chunk)),
                    deallocator: .custom { start, _ in start.deallocate() })
                let isAwaited = state.withLock { state -> Bool in
                    guard state.end == nil else { return false }
                    if count <= 0 { state.end = count == 0 ? 0 : cse_abort }
                    if !chunk.isEmpty { state.chunks.append(chunk) }
                    state.isReading = state.chunks.count < Self.mostChunks
                    defer { state.isAwaited = false }
                    return state.isAwaited
                }
                if count <= 0 { stream.close() }
                if isAwaited { wake() }
            }
        }
    }
#endif

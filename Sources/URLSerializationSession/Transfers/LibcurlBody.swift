#if os(Linux)
    import CURLSerializationEngine

    /// The reader of a body ahead of its transfer, on a queue where it may wait: the engine's thread never does.
    ///
    /// `@unchecked Sendable`: the stream is used only on the queue; the rest is behind the lock.
    final class LibcurlBody: @unchecked Sendable {
        /// The most bytes that are read ahead.
        private static let room = 1 << 18
        private static let chunk = 1 << 16

        private struct State: Sendable {
            var chunks: [Data] = []
            /// The number of bytes of the first chunk that were taken.
            var offset = 0
            var count = 0
            var isReading = false
            /// Whether the transfer waits for bytes.
            var isAwaited = false
            var end: End?
        }

        private enum End: Sendable { case complete, failed }

        private let stream: InputStream
        private let queue = DispatchQueue(label: "URLSerializationSession.body")
        private let state = Locked(State())
        private var isOpen = false
        /// Called when the transfer that waited can go on.
        private let wake: @Sendable () -> Void

        init(_ stream: InputStream, wake: @escaping @Sendable () -> Void) {
            self.stream = stream
            self.wake = wake
        }

        /// Copies the next bytes, and returns their number, or the value that pauses or ends the transfer.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let (count, needsMore) = state.withLock { state -> (Int, Bool) in
                var copied = 0
                while copied < buffer.count, let first = state.chunks.first {
                    let part = first.dropFirst(state.offset).prefix(buffer.count - copied)
                    part.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[copied...]))
                    copied += part.count
                    state.offset += part.count
                    if state.offset == first.count {
                        state.chunks.removeFirst()
                        state.offset = 0
                    }
                }
                state.count -= copied
                state.isAwaited = copied == 0 && state.end == nil
                let needsMore = !state.isReading && state.end == nil && state.count <= Self.room - Self.chunk
                if needsMore { state.isReading = true }
                guard copied == 0 else { return (copied, needsMore) }
                switch state.end {
                case nil: return (cse_pause, needsMore)
                case .complete: return (0, false)
                case .failed: return (cse_abort, false)
                }
            }
            if needsMore { queue.async { [self] in fill() } }
            return count
        }

        /// Ends the reading of a body that no transfer needs any more.
        func stop() {
            state.withLock { $0 = State(isReading: $0.isReading, end: .failed) }
            queue.async { [self] in if isOpen { stream.close() } }
        }

        /// Reads until enough is in memory or the body ends.
        private func fill() {
            var goesOn = state.withLock { $0.end == nil }
            if goesOn, !isOpen { stream.open() }
            isOpen = isOpen || goesOn
            while goesOn {
                var count = 0
                let chunk = Data(
                    [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
                        if let start = buffer.baseAddress { count = stream.read(start, maxLength: Self.chunk) }
                        filled = max(0, min(count, Self.chunk))
                    })
                let isAwaited = state.withLock { state -> Bool in
                    guard state.end == nil else {
                        goesOn = false
                        return false
                    }
                    if count <= 0 { state.end = count == 0 ? .complete : .failed }
                    if !chunk.isEmpty { state.chunks.append(chunk) }
                    state.count += chunk.count
                    goesOn = state.end == nil && state.count <= Self.room - Self.chunk
                    state.isReading = goesOn
                    defer { state.isAwaited = false }
                    return state.isAwaited
                }
                if count <= 0 { stream.close() }
                if isAwaited { wake() }
            }
        }
    }
#endif

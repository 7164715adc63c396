#if os(Linux)
    import CURLSerializationEngine

    /// The thread of an engine, on which libcurl runs. It waits for nothing except the network.
    ///
    /// It begins with the first transfer, and ends after the last one once the engine is invalidated.
    final class LibcurlLoop: Sendable {
        enum Command: Sendable {
            case start(LibcurlTransfer)
            case cancel(LibcurlTransfer)
            /// Continues a transfer that was paused or waited for its body.
            case proceed(LibcurlTransfer)
        }

        private struct State: Sendable {
            var commands: [Command] = []
            /// The thread's set of transfers, or `nil` without a thread.
            var multi: UncheckedSendable<OpaquePointer>?
            var isInvalidated = false
            var isExiting = false
        }

        private struct Work {
            let multi: OpaquePointer
            /// The transfers that have a place among the connections of their origin.
            var running: [ObjectIdentifier: LibcurlTransfer] = [:]
            var origins: [Origin: Connections] = [:]
        }

        /// The places of an origin. They count transfers, and libcurl counts connections to each host as well. Both
        /// counts are needed: only the transfers that wait here can displace a paused one and be cancelled without
        /// libcurl, and only libcurl's limit applies when a server takes fewer streams than there are places.
        private final class Connections {
            /// The number of transfers that have a place, and the transfers that wait for one.
            var running = 0
            var queued: [LibcurlTransfer] = []
            /// The number of responses over HTTP/2 since the last error. Each adds a place: a new connection is given
            /// streams before its server says how many it takes, and a server refuses the others.
            var shared = 0
        }

        /// The longest time in seconds for which a paused transfer keeps others waiting.
        static let longestPause = 15.0
        private static let mostPlaces = 100

        private let state = Locked(State())
        private let exit = DispatchSemaphore(value: 0)
        private let connectionsPerOrigin: Int
        /// The ends of HTTP/1 connections by their sockets, some of which may be closed.
        let kept = Locked<[Int32: LibcurlConnection.Ends]>([:])

        /// Whether a transfer can be removed during the lookup of a name, as from libcurl 7.87 on.
        private let endsLookups = LibcurlEngine.version >= 0x075700

        init(connectionsPerOrigin: Int) { self.connectionsPerOrigin = max(1, connectionsPerOrigin) }

        /// Sends a command to the thread. Returns the reason why a transfer cannot start, or `nil`.
        @discardableResult func send(_ command: Command) -> (any Error)? {
            state.withLock { state in
                if case .start(let work) = command {
                    let url = work.transfer.message.url
                    if state.isInvalidated { return RequestError(.invalidated, url) }
                    guard state.multi != nil || begin(&state) else {
                        return URLError.making(.cannotConnectToHost, url, "Too many files are open. Close some.")
                    }
                }
                guard let multi = state.multi else { return nil }
                state.commands.append(command)
                if state.commands.count == 1 { cse_multi_wakeup(multi.value) }
                return nil
            }
        }

        /// Ends the thread after its last transfer.
        func invalidate() {
            state.withLock { state in
                state.isInvalidated = true
                if let multi = state.multi { cse_multi_wakeup(multi.value) }
            }
        }

        // MARK: - The thread

        private func begin(_ state: inout State) -> Bool {
            guard let multi = cse_multi_init(connectionsPerOrigin).map(UncheckedSendable.init) else { return false }
            state.multi = multi
            _ = Self.atExit
            Self.loops.withLock { $0[ObjectIdentifier(self)] = self }
            let thread = Thread { [self] in run(Work(multi: multi.value)) }
            thread.name = "URLSerializationSession.libcurl"
            // The thread inherits the mask: signals are the program's.
            var (all, old) = (sigset_t(), sigset_t())
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, &old)
            thread.start()
            pthread_sigmask(SIG_SETMASK, &old, nil)
            return true
        }

        private func run(_ work: consuming Work) {
            while performCommands(&work) {
                cse_multi_perform(work.multi)
                let hasEnded = collect(&work)
                for transfer in work.running.values { transfer.deliver() }
                let wait = displace(&work)
                // The last transfer may have been cancelled since the commands were taken, and the engine invalidated.
                let isOver = work.running.isEmpty && state.withLock { $0.isInvalidated }
                if !hasEnded, !isOver { cse_multi_poll(work.multi, wait) }
            }
            if state.withLock({ $0.isExiting }) { return _ = exit.signal() }
            cse_multi_cleanup(work.multi)
            Self.loops.withLock { $0[ObjectIdentifier(self)] = nil }
        }

        /// Performs the commands since the last call, and keeps none of them. Returns `false` at the end of the thread.
        private func performCommands(_ work: inout Work) -> Bool {
            let commands = state.withLock { state -> [Command]? in
                guard !state.isExiting, !(work.running.isEmpty && state.isInvalidated && state.commands.isEmpty) else {
                    state.multi = nil
                    return nil
                }
                defer { state.commands.removeAll(keepingCapacity: true) }
                return state.commands
            }
            for command in commands ?? [] { perform(command, &work) }
            return commands != nil
        }

        private func perform(_ command: Command, _ work: inout Work) {
            switch command {
            case .start(let transfer):
                let connections = work.origins[transfer.origin] ?? Connections()
                connections.queued.append(transfer)
                work.origins[transfer.origin] = connections
                startQueued(transfer.origin, &work)
            case .cancel(let transfer):
                if transfer.isLookingUp, !endsLookups {
                    // Removing it would wait for the end of the lookup, and so hold up every other transfer.
                    transfer.isLeaving = true
                } else if work.running[ObjectIdentifier(transfer)] != nil {
                    remove(transfer, &work)
                } else {
                    work.origins[transfer.origin]?.queued.removeAll { $0 === transfer }
                }
            case .proceed(let transfer): transfer.goOn()
            }
        }

        /// Starts the transfers for which an origin has places.
        private func startQueued(_ origin: Origin, _ work: inout Work) {
            guard let connections = work.origins[origin] else { return }
            while let next = connections.queued.first,
                connections.running < min(connectionsPerOrigin + connections.shared, Self.mostPlaces)
            {
                connections.queued.removeFirst()
                connections.running += 1
                work.running[ObjectIdentifier(next)] = next
                var code = cse_easy_init().map(next.prepare) ?? cse_out_of_memory
                if code == cse_ok, let easy = next.easy, !cse_multi_add_handle(work.multi, easy) {
                    code = cse_out_of_memory
                }
                if code != cse_ok { end(next, code, &work) }
            }
        }

        /// Takes the transfers that have ended. Returns whether libcurl has something to do at once.
        private func collect(_ work: inout Work) -> Bool {
            var code = cse_ok
            var hasEnded = false
            while let context = cse_info_read(work.multi, &code) {
                hasEnded = true
                let transfer = Unmanaged<LibcurlTransfer>.fromOpaque(context).takeUnretainedValue()
                if transfer.startsAgain(), let easy = transfer.easy {
                    cse_multi_remove_handle(work.multi, easy)
                    if cse_multi_add_handle(work.multi, easy) { continue }
                }
                if let connections = work.origins[transfer.origin] {
                    connections.shared = transfer.isMultiplexed && code == cse_ok ? connections.shared + 1 : 0
                }
                end(transfer, code, &work)
            }
            return hasEnded
        }

        /// Ends the transfers that were paused for too long while others wait for their places. Returns the number of
        /// milliseconds after which to do so again.
        private func displace(_ work: inout Work) -> Int32 {
            var next = DispatchTime.now() + 60
            for transfer in work.running.values where work.origins[transfer.origin]?.queued.isEmpty == false {
                guard let place = transfer.endOfPlace else { continue }
                next = min(next, place)
                if place <= .now() { end(transfer, cse_partial_file, &work) }
            }
            return Int32(max(0, DispatchTime.now().seconds(to: next)) * 1000)
        }

        private func end(_ transfer: LibcurlTransfer, _ code: cse_code, _ work: inout Work) {
            transfer.end(code)
            remove(transfer, &work)
        }

        private func remove(_ transfer: LibcurlTransfer, _ work: inout Work) {
            work.running[ObjectIdentifier(transfer)] = nil
            if let easy = transfer.easy {
                transfer.drop()
                cse_multi_remove_handle(work.multi, easy)
                transfer.cleanUp()
                // The handle is not reused: libcurl 7.88 keeps a pointer to the last field of the previous response,
                // and appends a folded line at the beginning of the next head to it, in memory that was released.
                cse_easy_cleanup(easy)
            }
            let connections = work.origins[transfer.origin]
            connections?.running -= 1
            startQueued(transfer.origin, &work)
            if connections?.running == 0 { work.origins[transfer.origin] = nil }
        }

        // MARK: - The end of the process

        /// The loops whose threads end before the process does: at its exit OpenSSL frees what they use.
        private static let loops = Locked<[ObjectIdentifier: LibcurlLoop]>([:])
        private static let process = getpid()
        private static let atExit: Void = {
            _ = process
            atexit {
                // A forked process has no such threads.
                guard getpid() == LibcurlLoop.process else { return }
                let deadline = DispatchTime.now() + 0.5
                for loop in LibcurlLoop.loops.value.values { loop.stop(until: deadline) }
            }
        }()

        /// Ends the thread at once, and waits briefly for it.
        private func stop(until deadline: DispatchTime) {
            let isRunning = state.withLock { state -> Bool in
                state.isExiting = true
                if let multi = state.multi { cse_multi_wakeup(multi.value) }
                return state.multi != nil
            }
            if isRunning { _ = exit.wait(timeout: deadline) }
        }
    }
#endif

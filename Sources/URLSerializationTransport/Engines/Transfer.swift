/// A leg in the hands of an engine. An abandoned transfer reports nothing.
package final class Transfer: Sendable {
    private let leg: Int
    /// The message to send, and its body.
    package let message: URLRequest
    let body: PreparedBody
    /// The trust to apply, or `nil` for the system's.
    let trust: ServerTrust?
    /// The client's certificate, or `nil` for none.
    let certificate: ClientCertificate?
    /// The idle timeout, which starts again with every report, or `nil` for none.
    package let deadline: Deadline?
    /// The two ends of a transfer. The machine makes every transfer that it starts report its end or abandons it, so
    /// that they do not keep each other.
    ///
    /// - owner: `nil` after the last report and once the transfer is abandoned.
    /// - work: The engine's part, or `nil` before its start and together with the owner.
    private let state: Locked<(owner: (any TransferOwner)?, work: (any TransferWork)?, isPaused: Bool)>
    /// The number of transfers of a session that exist: an engine keeps one until it has completed.
    private let count: Locked<Int>

    package init(
        _ message: URLRequest, body: PreparedBody, trust: ServerTrust?, certificate: ClientCertificate? = nil,
        of leg: Int, owner: any TransferOwner, deadline: Deadline? = nil, in count: Locked<Int>
    ) {
        (self.message, self.trust, self.certificate, self.deadline) = (message, trust, certificate, deadline)
        (self.leg, self.body, self.count) = (leg, body, count)
        state = Locked((owner, nil, false))
        count.withLock { $0 += 1 }
    }

    deinit { count.withLock { $0 -= 1 } }

    var owner: (any TransferOwner)? { state.withLock { $0.owner } }
    package var work: (any TransferWork)? { state.withLock { $0.work } }
    /// Whether no more reports are expected.
    var isOver: Bool { owner == nil }
    /// Whether more of the body can be received. Otherwise, the idle timeout pauses until there is room.
    var hasRoom: Bool {
        let hasRoom = owner?.hasRoom ?? true
        if hasRoom { deadline?.resume(.room) } else { deadline?.pause(.room) }
        return hasRoom
    }
    var credential: URLCredential? { owner?.credential(of: leg) }

    /// Sets the engine's part. Returns whether the transfer was paused before, so that it waits for
    /// ``TransferWork/resume()``, or `nil` if it was abandoned.
    package func begin(_ work: some TransferWork) -> Bool? {
        state.withLock { state in
            guard state.owner != nil else { return nil }
            state.work = work
            return state.isPaused
        }
    }

    package func pause() { setPaused(true)?.pause() }
    package func resume() { setPaused(false)?.resume() }

    private func setPaused(_ isPaused: Bool) -> (any TransferWork)? {
        state.withLock { state in
            state.isPaused = isPaused
            return state.work
        }
    }

    package func report(_ report: TransferReport) {
        deadline?.touch()
        owner?.received(report, of: leg)
    }

    /// Reports the end, and nothing after it.
    package func end(_ error: (any Error)?, _ head: ResponseHead? = nil) {
        // URLSession does not report the error of reading the body.
        end(with: .ended(error.map { body.failure() ?? $0 }, head))
    }

    /// Makes a report, and none after it.
    func end(with report: TransferReport) { state.exchange((nil, nil, false)).owner?.received(report, of: leg) }

    /// Ends the transfer without a report.
    package func abandon() { state.exchange((nil, nil, false)).work?.cancel() }
}

/// The stream of a transfer's body, if it has one, and the error of reading it.
package struct PreparedBody: Sendable {
    /// The closure that returns another stream of the body from its start, or `nil` for a body that is not a stream.
    let makeStream: (@Sendable () -> InputStream?)?
    /// The closure that returns the error of reading the body, which URLSession does not report.
    let failure: @Sendable () -> (any Error)?

    package init(
        makeStream: (@Sendable () -> InputStream?)? = nil, failure: @escaping @Sendable () -> (any Error)? = { nil }
    ) {
        (self.makeStream, self.failure) = (makeStream, failure)
    }
}

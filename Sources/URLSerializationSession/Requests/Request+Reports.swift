/// The driver of a request: the answers to the engine's questions, and the engine's reports.
extension Request: TransferOwner {
    package var isResumable: Bool { sink.canPause }

    package var hasRoom: Bool {
        // A caller who waits for the end without reading would wait forever.
        sink.hasRoom || record.withLock { !$0.settings.tasks.isEmpty }
    }

    /// Continues with a body for which there is room again.
    func proceed() {
        let transfer = record.withLock { $0.transfer }
        transfer?.deadline?.resume(.room)
        transfer?.work?.proceed()
    }

    package func credential(of leg: Int) -> URLCredential? {
        record.withLock { $0.leg(leg)?.isOnOrigin ?? false ? $0.credential : nil }
    }

    package func received(_ report: TransferReport, of number: Int) {
        guard let leg = record.withLock({ $0.transfer == nil ? nil : $0.leg(number) }) else { return }
        if case .ended(_, let head) = report { notifyReceived(head ?? leg.head) }
        switch report {
        // A request that has ended must not keep a task.
        case .started(let task):
            var former: URLSessionTask? = task
            record.withLock { if !$0.machine.isFinished { swap(&$0.task, &former) } }
            withExtendedLifetime(former) {}
        case .measured(let metrics): record.withLock { $0.metrics.append(metrics) }
        case .bytes(let data):
            observe(data)
            change { $0.receive(data, of: number, sessionLimit: session.maximumReceivedBytes) }
        case .sent(let sent, let total):
            let length = Leg.contentLength(of: leg.wire) ?? (total > 0 ? total : -1)
            record.withLock { $0.sent.set(sent, of: length) }?()
        case .head(let head): received(head, of: leg, number)
        case .ended(let error?, _): handle(.ended(ending(leg, after: error)), of: number)
        case .ended(nil, let head?):
            if leg.consequence == nil { received(head, of: leg, number) }
            change { $0.handle(.report(leg: number, .ended($0.leg(number)?.ending ?? .answered))) }
        case .ended(nil, nil): handle(.ended(.failed(RequestError(.noResponse, leg.message.url))), of: number)
        case .interrupted(let error, let isDead):
            var next = leg.rest
            if isDead { next.attempt.resendings += 1 }
            let isContinued = isDead ? next.attempt.resendings <= Attempt.mostResendings : sink.canPause
            handle(isContinued ? .concluded(.sending(next)) : .ended(ending(leg, after: error)), of: number)
        case .refused(let error): handle(.refused(error), of: number)
        }
    }

    /// Returns the ending of a leg whose transfer failed. The status of a refused response says more than the failure
    /// of the rest of its body, even if its head was not reviewed yet.
    private func ending(_ leg: Boxed<Leg>, after error: any Error) -> Machine.LegEnding {
        (sink.isHandedOut || sink.isInMemory) && isRefused(leg) ? .answered : .failed(error)
    }

    /// Whether the response's status is not acceptable, or its head was reviewed and refused.
    func isRefused(_ leg: Boxed<Leg>) -> Bool {
        guard leg.bodyPlace == .stored, let head = leg.head else { return false }
        return sink.isRefused || !record.withLock { $0.accepts(head.statusCode) }
    }

    private func received(_ head: ResponseHead, of leg: Boxed<Leg>, _ number: Int) {
        var leg = leg.value
        leg.head = head
        leg.consequence = Consequence(
            for: head, of: leg, followsRedirections: session.followsRedirections,
            answersChallenges: session.engine.answersChallenges, credential: record.withLock { $0.credential },
            challengeHandler: challengeHandler, redirectionHandler: redirectionHandler)
        change { [leg] in $0.receive(head, of: leg, number) }
    }
}

/// The driver of a request: the effects from the head of the answer to the end.
extension Request {
    /// Begins the body of the answer, and asks the caller about the answer.
    func open(_ head: ResponseHead, _ number: Int) {
        do {
            guard let (offset, total) = try sink.begin(head) else {
                if let leg = record.withLock({ $0.leg(number) }) { handle(.concluded(.sending(leg.rest)), of: number) }
                return handle(.released, of: number)
            }
            handle(.begun(head), of: number)
            let length = total ?? head.expectedBodyLength.map(offset.saturatingSum)
            record.withLock { $0.received.set(offset, of: length ?? -1) }?()
            review()
            notify(.responded(head.response))
        } catch {
            handle(.concluded(.failed(error)), of: number)
            return handle(.released, of: number)
        }
        let once = TakenOnce(number)
        let isDeciding = record.withLock { $0.settings.responseHandler }?(head.response) { [weak self] error in
            if let number = once.take() { self?.handle(error.map { .refused($0) } ?? .released, of: number) }
        }
        if isDeciding != true { handle(.released, of: number) }
    }

    /// Stores the next segment of the answer's body.
    func store(_ segment: Data, _ number: Int) throws {
        let count = Int64(segment.count)
        let tooLong = record.withLock { record in
            record.bodyLimit.error(
                for: record.received.completed.saturatingSum(count), of: record.leg(number)?.head?.url,
                sessionLimit: session.maximumReceivedBytes, isInMemory: sink.isInMemory)
        }
        if let tooLong, !(sink.isHandedOut && record.withLock { $0.leg(number) }.map(isRefused) ?? false) {
            // A reader gets the bytes before the limit.
            if !sink.isHandedOut { sink.reset(after: tooLong) }
            throw tooLong
        }
        try sink.receive(segment)
        record.withLock { $0.received.add(count) }?()
        if sink.isFull, record.withLock({ $0.transfer != nil }) { return handle(.concluded(.answered), of: number) }
        guard !segment.isEmpty, dataHandler != nil else { return }
        handle(.stored(segment), of: number)
        // At once, because the validation may be due already and must follow.
        handOut()
    }

    /// Passes the next stored segment to its handler.
    func handOut() { if let segment = record.withLock({ $0.takeHeld() }) { dataHandler?(segment) } }

    /// Validates the answer and places its file, unless another leg is necessary.
    func validate(_ number: Int) throws {
        let (current, credential) = record.withLock { ($0.leg(number), $0.credential) }
        guard let leg = current else { return }
        // A server may send less than was requested (RFC 9110, section 15.3.7).
        if try sink.needsRest() { return handle(.concluded(.sending(leg.rest)), of: number) }
        // The credential was set after the head was received.
        if let credential, leg.unanswered == .answerable, sink.hold() {
            sink.reset(after: nil)
            return handle(.concluded(.sending(try leg.value.authenticated(with: credential))), of: number)
        }
        handle(.complete, of: number)
        if credential != nil, leg.unanswered == .unanswerable {
            throw RequestError(.authentication, leg.message.url)
        }
        if let life { return validate(by: life, number) }
        guard record.withLock({ $0.settings.needsValidation }) else {
            try check()
            return handle(.validated, of: number)
        }
        callbacks.async { [self] in handle(validateAndPlace(number), of: number) }
    }

    /// Places the answer's file, which Alamofire does first, and has the request's life validate the answer.
    private func validate(by life: any RequestLife, _ number: Int) {
        let validate = { @Sendable [self] in
            life.validate { [self] error in handle(error.map { .concluded(.failed($0)) } ?? .validated, of: number) }
        }
        guard let download, let destination = record.withLock({ $0.settings.destination }) else { return validate() }
        callbacks.async { [self] in
            concluding(number) {
                try download.place(at: destination, number)
                handle(.placed, of: number)
                validate()
            }
        }
    }

    /// Runs the next serializer if there are retriers to ask about its error. Otherwise the serializers run at the end.
    func serialize() {
        guard let serialization = record.withLock({ $0.beginSerializer() }) else { return }
        if let life {
            return life.serialize(serialization.number) { [self] result in
                if case .ran(let failure) = result { handle(.serialized(failure)) } else { handle(.serializedAll) }
            }
        }
        let (serializers, hasOwn) = record.withLock { ($0.settings.serializers, !$0.settings.retriers.isEmpty) }
        // A file is at its destination already.
        guard case .success = serialization.outcome, sink.isInMemory, hasOwn || !session.retriers.isEmpty,
            serialization.number < serializers.count
        else {
            return handle(.serializedAll)
        }
        callbacks.async { [self] in handle(.serialized(serializers[serialization.number].run())) }
    }

    // MARK: - The end

    /// Ends the request and calls its completion handlers. After that, no closure of the caller is kept except the
    /// source of the body.
    func finish() {
        let ended = record.withLock { record -> RequestRecord.End? in
            guard let end = record.finish(original?.url, sink) else { return nil }
            session.finished(self)
            if record.startTime != nil { post(Notification.Name.Task.DidComplete, record.task) }
            // Within the lock, so that a handler that is added later is called after these.
            if !end.settings.handlers.isEmpty { callbacks.async { [self] in call(end) } }
            return end
        }
        guard let end = ended else { return }
        // Without handlers, the request wakes no thread for them.
        if end.settings.handlers.isEmpty { call(end) }
        notifyReceived(end.leg?.head)
        notify(.finished(end.error))
        sink.notifyEnd(end.error)
        // Closures are released elsewhere, because releasing what they capture may run the user's code.
        session.notifications.add { withExtendedLifetime(end) {} }
    }

    private func call(_ end: RequestRecord.End) {
        // Handlers find only the answer's file.
        _ = end.files.exchange(nil)
        for notify in end.notifications { notify() }
        for handler in end.settings.handlers { handler() }
        life?.callHandlers()
        record.withLock { $0.hasCalledHandlers = true }
        for task in end.settings.tasks { task.resume(returning: nil) }
    }
}

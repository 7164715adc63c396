#if os(Linux)
    /// The reading of a response.
    ///
    /// `@unchecked Sendable`: it is used only on the queue of the reports, or only by the thread that makes those of a
    /// small response.
    final class LibcurlResponse: @unchecked Sendable {
        private let transfer: Transfer
        private let engine: LibcurlEngine
        private var head: ResponseHead?
        private var decoder: ContentDecoder?

        init(_ transfer: Transfer, of engine: LibcurlEngine) { (self.transfer, self.engine) = (transfer, engine) }

        /// - Parameter head: The head, or `nil` for one that is invalid.
        func begin(_ head: ResponseHead?) {
            let message = transfer.message
            guard let head, !transfer.isOver else { return fail(badHead("The response's head is not one of HTTP")) }
            guard !head.isInterim else { return }
            engine.keepCookies(head.values("Set-Cookie"), of: message)
            self.head = head
            let codings = head.values("Content-Encoding").filter { !$0.isEmpty }
            if !codings.isEmpty, message.httpMethod != "HEAD", ![204, 304].contains(head.statusCode) {
                let accepted = message.value(forHTTPHeaderField: "Accept-Encoding")
                decoder = ContentDecoder(codings.joined(separator: ", "), acceptedBy: accepted)
            }
            transfer.report(.head(head))
        }

        func pass(_ data: Data) {
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

        /// - Parameters:
        ///   - isDead: Whether a reused connection was found dead, and took bytes of the body.
        ///   - isOfPause: Whether the transfer was paused and has received nothing since.
        ///   - exceedsHead: Whether a bound of the head was reached.
        func end(_ error: URLError?, isDead: Bool, isOfPause: Bool, exceedsHead: Bool) {
            // The bytes that a dead connection took would have to be sent again. Losing the connection during a pause
            // is not a failure if the transfer can be continued.
            let (isDead, isOfPause) = (isDead && head == nil, head != nil && isOfPause)
            if let error, isDead || isOfPause && error.code == .networkConnectionLost {
                return transfer.end(with: .interrupted(error.withoutSecrets, isDead: isDead))
            }
            do {
                if exceedsHead { throw badHead("The response's head, or what surrounds its body, is too long") }
                if let error { throw error }
                guard head != nil else { throw badHead("The response's head breaks off") }
                try decoder?.finish()
                transfer.end(nil, head)
            } catch {
                transfer.end(error.withoutSecrets, head)
            }
        }

        private func badHead(_ reason: String) -> URLError {
            .making(.badServerResponse, transfer.message.url, "\(reason). Have the server corrected.")
        }

        private func fail(_ error: any Error) {
            let work = transfer.work
            transfer.end(error.withoutSecrets, head)
            work?.cancel()
        }
    }
#endif

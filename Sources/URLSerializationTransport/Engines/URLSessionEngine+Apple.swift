// Written from the documentation of URLSession and Security, and not run.
#if canImport(Darwin)
    import Security

    extension URLSessionEngine {
        /// Asks the request's owner about a challenge, then the policy and the request's credential.
        func answer(_ challenge: URLAuthenticationChallenge, of task: URLSessionTask, _ reply: @escaping Reply) {
            // Without an owner no request waits for the answer.
            guard let transfer = transfer(task), let owner = transfer.owner else {
                return reply(.cancelAuthenticationChallenge, nil)
            }
            let isAsked = owner.challengeHandler.map { handler in
                handler(challenge) { [self] answer in
                    queue.async { self.pass(answer, to: challenge, of: transfer, reply) }
                }
            }
            if isAsked != true { pass(.defaultHandling, to: challenge, of: transfer, reply) }
        }

        /// Passes an answer to URLSession. Called on the session's queue.
        private func pass(
            _ answer: ChallengeAnswer, to challenge: URLAuthenticationChallenge, of transfer: Transfer,
            _ reply: @escaping Reply
        ) {
            switch answer {
            case .credential(let credential): reply(.useCredential, credential)
            case .rejection: reply(.rejectProtectionSpace, nil)
            case .cancellation(let error):
                // Before the reply: a cancelled challenge ends the task with an error that omits the reason.
                transfer.report(.refused(error))
                reply(.cancelAuthenticationChallenge, nil)
            case .defaultHandling:
                let space = challenge.protectionSpace
                if let policy, space.authenticationMethod == NSURLAuthenticationMethodServerTrust {
                    evaluate(challenge, of: transfer, by: policy, reply)
                } else if space.authenticationMethod == NSURLAuthenticationMethodClientCertificate,
                    let credential = transfer.certificate?.credential
                {
                    reply(.useCredential, credential)
                } else if Self.methods.contains(space.authenticationMethod), challenge.previousFailureCount == 0,
                    let credential = transfer.credential
                {
                    reply(.useCredential, credential)
                } else {
                    reply(.performDefaultHandling, nil)
                }
            }
        }

        /// The authentication methods of user and password.
        private static let methods: Set = [
            NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
        ]

        /// Asks the policy about a server. It may be the user's code, for which the session's queue does not wait.
        private func evaluate(
            _ challenge: URLAuthenticationChallenge, of transfer: Transfer, by policy: any TransportPolicy,
            _ reply: @escaping Reply
        ) {
            // It passes from one queue to another, and is used on one at a time.
            let evidence = UncheckedSendable(challenge)
            DispatchQueue.global().async { [self] in
                let space = evidence.value.protectionSpace
                if let trust = space.serverTrust, policy.evaluate(trust, host: space.host) {
                    return reply(.useCredential, URLCredential(trust: trust))
                }
                let error = URLError.untrusted(space.host, transfer.message.url)
                queue.async { self.pass(.cancellation(error), to: evidence.value, of: transfer, reply) }
            }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            if let last = metrics.transactionMetrics.last { transfer(task)?.report(.measured(TransferMetrics(last))) }
        }
    }

    extension TransferMetrics {
        fileprivate init(_ metrics: URLSessionTaskTransactionMetrics) {
            func time(_ start: Date?, _ end: Date?) -> TimeInterval? {
                start.flatMap { start in end.map { $0.timeIntervalSince(start) } }
            }
            self.init(
                url: metrics.request.url, isReusedConnection: metrics.isReusedConnection,
                nameLookup: time(metrics.domainLookupStartDate, metrics.domainLookupEndDate),
                connect: time(
                    metrics.connectStartDate, metrics.secureConnectionStartDate ?? metrics.connectEndDate),
                secureConnect: time(metrics.secureConnectionStartDate, metrics.secureConnectionEndDate),
                firstByte: time(metrics.fetchStartDate, metrics.responseStartDate),
                duration: time(metrics.fetchStartDate, metrics.responseEndDate) ?? 0,
                sentByteCount: metrics.countOfRequestBodyBytesSent,
                receivedByteCount: metrics.countOfResponseBodyBytesReceived, protocolName: metrics.networkProtocolName)
        }
    }

    extension ClientCertificate {
        /// The certificate with its key, or `nil` if the archive cannot be read with the password.
        fileprivate var credential: URLCredential? {
            var items: CFArray?
            let options = [kSecImportExportPassphrase: password] as CFDictionary
            guard let archive = files.first, SecPKCS12Import(archive as CFData, options, &items) == errSecSuccess,
                let identity = (items as? [[String: Any]])?.first?[kSecImportItemIdentity as String]
            else { return nil }
            let key = unsafeDowncast(identity as AnyObject, to: SecIdentity.self)
            return URLCredential(identity: key, certificates: nil, persistence: .none)
        }
    }

    extension ServerTrust {
        package func evaluate(_ trust: SecTrust, host: String) -> Bool {
            if let anchors {
                let certificates = anchors.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
                guard SecTrustSetAnchorCertificates(trust, certificates as CFArray) == errSecSuccess else {
                    return false
                }
            }
            guard SecTrustEvaluateWithError(trust, nil) else { return false }
            guard let keys else { return true }
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
            let own = chain?.first.flatMap { Certificate(SecCertificateCopyData($0) as Data) }
            return own.map { keys.contains($0.key) } ?? false
        }
    }
#endif

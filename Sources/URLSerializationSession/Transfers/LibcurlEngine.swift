#if os(Linux)
    import CURLSerializationEngine

    /// The engine that carries out legs by libcurl, which Foundation's URLSession on Linux uses as well, without
    /// URLSession.
    ///
    /// libcurl only transfers: it follows no redirection, keeps no cookie, decodes no content and asks for no password.
    final class LibcurlEngine: Engine {
        let answersChallenges = false
        let pausesTransfers = true

        private let loop: LibcurlLoop
        private let queue: DispatchQueue
        private let settings: LibcurlSettings
        /// The engine for other schemes than http and https.
        private let others: URLSessionEngine

        /// Creates an engine without a thread yet, or returns `nil` if this system's libcurl is too old or missing.
        init?(
            _ configuration: URLSessionConfiguration, policy: (any TransportPolicy)?, reportingOn queue: DispatchQueue
        ) {
            guard Self.version >= 0x074400 else { return nil }
            loop = LibcurlLoop(
                connectionsPerOrigin: configuration.httpMaximumConnectionsPerHost,
                endsLookups: Self.version >= 0x075700)
            settings = LibcurlSettings(configuration)
            others = URLSessionEngine(configuration, policy: policy, reportingOn: queue)
            self.queue = queue
        }

        /// The number of libcurl's version.
        static let version: Int = {
            // libcurl's global state is first made by Foundation, which does so with the first URLSession.
            URLSession(configuration: .ephemeral).invalidateAndCancel()
            return cse_load()
        }()

        func start(_ transfer: Transfer) {
            guard ["http", "https"].contains(transfer.message.url?.scheme?.lowercased()) else {
                return others.start(transfer)
            }
            let work = LibcurlTransfer(
                transfer, settings, cookies: CookieRules.header(settings.cookies(for: transfer.message)), in: loop,
                reportingOn: queue)
            transfer.state.withLock { $0.work = work }
            guard !transfer.isAbandoned, !loop.send(.start(work)) else { return }
            transfer.state.withLock { $0.work = nil }
            queue.async { transfer.end(SessionError.invalidated(transfer.message.url)) }
        }

        func proceed(_ transfer: Transfer) { if let work = work(transfer) { loop.send(.proceed(work)) } }

        func pause(_ transfer: Transfer) {
            if let work = work(transfer) { work.pause() } else { others.pause(transfer) }
        }

        func resume(_ transfer: Transfer) {
            if let work = work(transfer) { work.resume() } else { others.resume(transfer) }
        }

        func cancel(_ transfer: Transfer) {
            if let work = work(transfer) { work.cancel() } else { others.cancel(transfer) }
        }

        private func work(_ transfer: Transfer) -> LibcurlTransfer? {
            transfer.state.withLock { $0.work } as? LibcurlTransfer
        }

        func cookies(for message: URLRequest) -> [HTTPCookie] { settings.cookies(for: message) }

        func applies(_ trust: ServerTrust) -> Bool {
            guard let easy = cse_easy_make() else { return false }
            defer { cse_easy_free(easy) }
            return trust.apply(to: easy) == 0
        }

        func invalidate() {
            loop.invalidate()
            others.invalidate()
        }
    }

    /// The settings of a configuration that every transfer obeys.
    struct LibcurlSettings: Sendable {
        private let storage: HTTPCookieStorage?
        private let setsCookies: Bool
        private let acceptPolicy: HTTPCookie.AcceptPolicy
        private let proxies: ProxySettings

        init(_ configuration: URLSessionConfiguration) {
            storage = configuration.httpCookieStorage
            setsCookies = configuration.httpShouldSetCookies
            acceptPolicy = configuration.httpCookieAcceptPolicy
            proxies = ProxySettings(configuration.connectionProxyDictionary)
        }

        /// Sets what depends on the configuration. Returns libcurl's code.
        func apply(to easy: OpaquePointer, for url: URL?) -> Int32 {
            switch url.map(proxies.choice) {
            case .environment?, nil: 0
            case .some(.none): cse_set_text(easy, cse_proxy, "")
            case .proxy(let proxy)?:
                // The exceptions of the environment do not count.
                max(cse_set_text(easy, cse_proxy, proxy), cse_set_text(easy, cse_no_proxy, ""))
            }
        }

        /// The cookies that are added to a message.
        func cookies(for message: URLRequest) -> [HTTPCookie] {
            guard setsCookies, message.httpShouldHandleCookies, message.value(forHTTPHeaderField: "Cookie") == nil,
                let url = message.url
            else { return [] }
            return storage.map { CookieRules.cookies(for: url, in: $0) } ?? []
        }

        /// Stores the cookies of a response's head.
        func keepCookies(_ lines: [String], of message: URLRequest) {
            guard !lines.isEmpty, message.httpShouldHandleCookies, acceptPolicy != .never, let storage,
                let url = message.url
            else { return }
            CookieRules.store(lines, from: url, mainDocument: message.mainDocumentURL, in: storage)
        }
    }

    extension LibcurlTransfer.Ending {
        /// Returns the error in Apple's codes, or `nil` for success.
        func error(for url: URL?) -> URLError? {
            guard code != 0 else { return nil }
            let (failure, text) = meaning
            var userInfo: [String: Any] = [
                NSLocalizedDescriptionKey: text, NSDebugDescriptionErrorKey: "libcurl \(code): \(words)".printable,
            ]
            userInfo[NSURLErrorFailingURLErrorKey] = url
            return URLError(failure, userInfo: userInfo)
        }

        /// Apple's code for libcurl's, and what it means.
        private var meaning: (URLError.Code, String) {
            switch code {
            case 1: (.unsupportedURL, "The URL's scheme is not supported.")
            case 3: (.badURL, "The URL is malformed.")
            case 5, 6: (.cannotFindHost, "A server with the specified hostname could not be found.")
            case 7, 97: (.cannotConnectToHost, "Could not connect to the server.")
            case 28: (.timedOut, "The request timed out.")
            case 51, 60: certificate
            case 77: (.serverCertificateUntrusted, "The pinned certificates cannot be used.")
            case 90: (.serverCertificateUntrusted, "The server's key is not the pinned one.")
            case 35, 53, 54, 59, 66, 83: (.secureConnectionFailed, "A secure connection could not be made.")
            case 58: (.clientCertificateRejected, "The client's certificate was not accepted.")
            case 56 where words.contains("chunk"), 8, 16, 23, 27:
                (.badServerResponse, "The server sent a response that is not HTTP.")
            case 26, 42: (.requestBodyStreamExhausted, "The body could not be read.")
            case 65: (.requestBodyStreamExhausted, "The body has to be sent again, and can be read only once.")
            case 18, 52, 55, 56, 92: (.networkConnectionLost, "The network connection was lost.")
            default: (.unknown, "The transfer failed.")
            }
        }

        /// By the codes of OpenSSL's verification.
        private var certificate: (URLError.Code, String) {
            switch verifyResult {
            case 10: (.serverCertificateHasBadDate, "The server's certificate has expired.")
            case 9: (.serverCertificateNotYetValid, "The server's certificate is not yet valid.")
            default: (.serverCertificateUntrusted, "The server's certificate is not trusted.")
            }
        }
    }
#endif

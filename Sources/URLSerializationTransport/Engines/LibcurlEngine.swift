#if os(Linux)
    import CURLSerializationEngine

    /// The engine that carries out legs with libcurl directly. Foundation's URLSession on Linux is built on the same
    /// library.
    ///
    /// libcurl only transfers: it follows no redirection, keeps no cookie, decodes no content and asks for no password.
    final class LibcurlEngine: Engine {
        let pausesTransfers = true

        private let loop: LibcurlLoop
        /// The loop of transfers with a client's certificate, whose connections no other transfer may use.
        private let certifiedLoop: LibcurlLoop
        /// The queue on which transfers report.
        let queue: DispatchQueue
        private let configuration: URLSessionConfiguration
        private let proxies: ProxySettings
        /// The engine for other schemes than http and https.
        private let others: URLSessionEngine

        /// Creates an engine without a thread yet, or returns `nil` if this system's libcurl is too old or missing.
        init?(
            _ configuration: URLSessionConfiguration, policy: (any TransportPolicy)?, reportingOn queue: DispatchQueue
        ) {
            guard Self.version >= 0x074400 else { return nil }
            loop = LibcurlLoop(connectionsPerOrigin: configuration.httpMaximumConnectionsPerHost)
            certifiedLoop = LibcurlLoop(connectionsPerOrigin: configuration.httpMaximumConnectionsPerHost)
            self.configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
            proxies = ProxySettings(configuration.connectionProxyDictionary)
            others = URLSessionEngine(configuration, policy: policy, reportingOn: queue)
            self.queue = queue
        }

        static let version: Int = {
            // Lets Foundation initialize libcurl's global state first, as it does with the first URLSession.
            URLSession(configuration: .ephemeral).invalidateAndCancel()
            return cse_global_init()
        }()

        func start(_ transfer: Transfer) {
            guard ["http", "https"].contains(transfer.message.url?.scheme?.lowercased())
            else { return others.start(transfer) }
            let loop = transfer.certificate == nil ? loop : certifiedLoop
            let work = LibcurlTransfer(transfer, of: self, on: loop)
            let problem = proxies.problem.map { URLError.making(.cannotConnectToHost, transfer.message.url, $0) }
            guard transfer.begin(work) != nil, let error = problem ?? loop.send(.start(work)) else { return }
            queue.async { transfer.end(error.withoutSecrets) }
        }

        func applies(_ trust: ServerTrust) -> Bool {
            guard let easy = cse_easy_init() else { return false }
            defer { cse_easy_cleanup(easy) }
            return trust.apply(to: easy) == cse_ok
        }

        func invalidate() {
            for loop in [loop, certifiedLoop] { loop.invalidate() }
            others.invalidate()
        }

        // MARK: - The configuration

        /// Sets a handle's proxy. Returns libcurl's result.
        func setProxy(of easy: OpaquePointer, for url: URL?) -> cse_code {
            guard let proxy = url.flatMap(proxies.proxy) else { return cse_ok }
            // The environment's exceptions do not count.
            _ = cse_setopt_pointer(easy, cse_noproxy, "")
            return cse_setopt_pointer(easy, cse_proxy, proxy)
        }

        /// The cookies that are added to a message.
        func cookies(for message: URLRequest) -> [HTTPCookie] {
            guard configuration.httpShouldSetCookies, message.httpShouldHandleCookies,
                message.value(forHTTPHeaderField: "Cookie") == nil, let url = message.url
            else { return [] }
            return configuration.httpCookieStorage.map { CookieRules.cookies(for: url, in: $0) } ?? []
        }

        /// Stores the cookies of a response's head.
        func keepCookies(_ lines: [String], of message: URLRequest) {
            guard message.httpShouldHandleCookies, let storage = configuration.httpCookieStorage else { return }
            let policy = configuration.httpCookieAcceptPolicy
            CookieRules.store(lines, of: message, in: storage, by: policy) { cse_is_public_suffix($0) }
        }
    }

    extension ServerTrust {
        /// Sets a handle up. Returns libcurl's result, which is not `cse_ok` if it lacks an option.
        func apply(to easy: OpaquePointer) -> cse_code {
            var codes = [
                cse_setopt(easy, cse_ssl_verifypeer, validatesChains ? 1 : 0),
                cse_setopt(easy, cse_ssl_verifyhost, validatesNames ? 2 : 0),
            ]
            if let keys {
                let pins = keys.map { "sha256//\($0)" }.joined(separator: ";")
                codes.append(cse_setopt_pointer(easy, cse_pinnedpublickey, pins))
            }
            if let anchors {
                let text = Array(anchors.map(Self.pem).joined().utf8)
                codes.append(
                    text.isEmpty ? cse_ssl_cacert_badfile : cse_setopt_blob(easy, cse_cainfo_blob, text, text.count))
                // With its default folder libcurl would accept the system's authorities as well.
                codes += [cse_capath, cse_cainfo].map { cse_setopt_pointer(easy, $0, nil) }
            }
            return codes.first { $0 != cse_ok } ?? cse_ok
        }

        private static func pem(_ certificate: Data) -> String {
            let text = certificate.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
        }
    }

    extension ClientCertificate {
        /// Sets a handle up. Returns libcurl's result.
        func apply(to easy: OpaquePointer) -> cse_code {
            var codes = zip([cse_sslcert_blob, cse_sslkey_blob], files).map { option, file in
                cse_setopt_blob(easy, option, Array(file), file.count)
            }
            codes.append(cse_setopt_pointer(easy, cse_sslcerttype, files.count == 1 ? "P12" : "PEM"))
            // Without a password, OpenSSL would ask for one on the terminal.
            codes.append(cse_setopt_pointer(easy, cse_keypasswd, password))
            return codes.allSatisfy { $0 == cse_ok } ? cse_ok : cse_ssl_certproblem
        }
    }

    extension URLRequest {
        /// Returns the lines of the fields to send, and those that keep libcurl from adding fields.
        func lines(cookies: String?) -> [String] {
            // libcurl adds these itself; a single space means none.
            let fields = (allHTTPHeaderFields ?? [:]).filter { name, value in
                !name.isEqualName("Content-Length") && !name.isEqualName("Transfer-Encoding")
                    && (value != " " || !name.isEqualName("Expect"))
            }
            func isMissing(_ name: String) -> Bool { !fields.keys.contains(where: name.isEqualName) }
            var lines = fields.map { $1.isEmpty ? "\($0);" : "\($0): \($1)" }
            lines += ["Accept", "Expect", "User-Agent"].filter(isMissing).map { "\($0):" }
            if isMissing("Accept-Encoding") { lines.append("Accept-Encoding: \(ContentDecoder.codings)") }
            if let cookies { lines.append("Cookie: \(cookies)") }
            if httpMethod == "POST", httpBody != nil, isMissing("Content-Type") {
                lines.append("Content-Type: application/x-www-form-urlencoded")
            }
            return lines
        }
    }
#endif

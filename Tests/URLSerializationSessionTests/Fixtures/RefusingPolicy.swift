import URLSerializationSession

#if canImport(Security)
    import Security
#endif

/// A policy that refuses certain requests, and records the URLs of all.
final class RefusingPolicy: TransportPolicy {
    struct Refusal: Error, Equatable {
        let url: URL?
    }

    let asked = Log<String>()
    private let refuses: @Sendable (URLRequest) -> Bool

    init(refusing refuses: @escaping @Sendable (URLRequest) -> Bool = { _ in false }) {
        self.refuses = refuses
    }

    func check(_ request: URLRequest, applying applies: (ServerTrust) -> Bool) throws -> ServerTrust? {
        asked.add(request.url?.absoluteString ?? "")
        if refuses(request) { throw Refusal(url: request.url) }
        return nil
    }

    #if canImport(Security)
        func evaluate(_ trust: SecTrust, host: String) -> Bool { true }
    #endif
}

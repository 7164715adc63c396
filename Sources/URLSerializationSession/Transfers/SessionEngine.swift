/// The part of a ``Session`` that transfers requests.
public enum SessionEngine: String, Hashable, Sendable {
    /// URLSession of Foundation, the only one on Apple's systems.
    ///
    /// On Linux it is chosen for a configuration whose `protocolClasses` hold classes that are not Foundation's own.
    case urlSession = "urlsession"
    /// libcurl itself, the default on Linux.
    @available(macOS, unavailable, message: "Apple's systems have URLSession.")
    @available(iOS, unavailable, message: "Apple's systems have URLSession.")
    @available(tvOS, unavailable, message: "Apple's systems have URLSession.")
    @available(watchOS, unavailable, message: "Apple's systems have URLSession.")
    @available(visionOS, unavailable, message: "Apple's systems have URLSession.")
    case libcurl
}

extension SessionEngine {
    /// Returns an engine of a kind, or of the system's if that is `nil` or cannot be used.
    static func make(
        _ kind: SessionEngine?, _ configuration: URLSessionConfiguration, policy: (any TransportPolicy)?,
        reportingOn queue: DispatchQueue, log: (String) -> Void
    ) -> any Engine {
        #if os(Linux)
            if (kind ?? preferred(for: configuration, log)) == .libcurl {
                if let engine = LibcurlEngine(configuration, policy: policy, reportingOn: queue) { return engine }
                log(
                    "URLSerializationSession: libcurl 7.68 or later and zlib were not found, so URLSession is used. "
                        + "Install libcurl4.")
            }
        #endif
        return URLSessionEngine(configuration, policy: policy, reportingOn: queue)
    }

    #if os(Linux)
        private static func preferred(for configuration: URLSessionConfiguration, _ log: (String) -> Void)
            -> SessionEngine
        {
            let own = Set((URLSessionConfiguration.ephemeral.protocolClasses ?? []).map { ObjectIdentifier($0) })
            let classes = configuration.protocolClasses ?? []
            // A class that answers in place of the network is URLSession's.
            if classes.contains(where: { !own.contains(ObjectIdentifier($0)) }) { return .urlSession }
            if let problem = environment.problem?.take() { log(problem) }
            return environment.engine ?? .libcurl
        }

        /// The engine that the environment variable `URLSERIALIZATION_ENGINE` names, read once, and the problem of a
        /// name that is none.
        private static let environment: (engine: SessionEngine?, problem: TakenOnce<String>?) = {
            let name = "URLSERIALIZATION_ENGINE"
            guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else { return (nil, nil) }
            if let engine = SessionEngine(rawValue: value) { return (engine, nil) }
            let problem = "\(name) is \(value.quoted), which is no engine. Set it to libcurl or urlsession."
            return (nil, TakenOnce("URLSerializationSession: \(problem)"))
        }()
    #endif
}

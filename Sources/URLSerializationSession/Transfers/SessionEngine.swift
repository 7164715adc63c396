/// The part of a ``Session`` that transfers requests.
public enum SessionEngine: String, Hashable, Sendable {
    /// Foundation's URLSession, the only engine on Apple's systems.
    ///
    /// On Linux, a session without a chosen engine uses it if the configuration's `protocolClasses` contain classes
    /// that are not Foundation's own.
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
    /// Returns an engine of a kind, or the system's default if the kind is `nil` or cannot be used.
    static func make(
        _ kind: SessionEngine?, _ configuration: URLSessionConfiguration, policy: (any TransportPolicy)?,
        reportingOn queue: DispatchQueue, log: (String) -> Void
    ) -> any Engine {
        #if os(Linux)
            // A class that answers in place of the network is URLSession's.
            let own = Set((URLSessionConfiguration.ephemeral.protocolClasses ?? []).map { ObjectIdentifier($0) })
            let hasClass = (configuration.protocolClasses ?? []).contains { !own.contains(ObjectIdentifier($0)) }
            if (kind ?? (hasClass ? .urlSession : preferred)) == .libcurl {
                if let engine = LibcurlEngine(configuration, policy: policy, reportingOn: queue) { return engine }
                log(
                    "URLSerializationSession: libcurl 7.68 or later and zlib were not found, so URLSession is used. "
                        + "Install libcurl4.")
            }
        #endif
        return URLSessionEngine(configuration, policy: policy, reportingOn: queue)
    }

    #if os(Linux)
        /// The engine that the environment variable `URLSERIALIZATION_ENGINE` names, read once, or else libcurl.
        private static let preferred: SessionEngine = {
            let name = "URLSERIALIZATION_ENGINE"
            let value = ProcessInfo.processInfo.environment[name] ?? ""
            if value.isEmpty { return .libcurl }
            if let engine = SessionEngine(rawValue: value) { return engine }
            let problem = "\(name) is \(value.quoted), which is not an engine. Set it to libcurl or urlsession."
            FileHandle.standardError.write(Data("URLSerializationSession: \(problem)\n".utf8))
            return .libcurl
        }()
    #endif
}

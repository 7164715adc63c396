/// How the judging of servers differs between the systems.
enum SecurityTraits {
    #if canImport(Security)
        /// Whether a session's policy is asked about each server's certificates. What is said of Apple's systems is from
        /// their documentation; it has not been run.
        static let judgesServers = true
    #else
        static let judgesServers = false
    #endif
}

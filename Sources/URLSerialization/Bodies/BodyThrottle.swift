/// The packet size, and the pause after each packet, of a body that is sent slowly.
struct BodyThrottle: Sendable {
    /// The bytes sent between two pauses.
    let packetSize: Int
    /// The pause in seconds.
    let delay: TimeInterval

    init(packetSize: Int, delay: TimeInterval) throws(RequestSerializationError) {
        guard packetSize > 0, (0...3600).contains(delay) else {
            throw RequestSerializationError(
                .invalidSetting, field: "throttle",
                reason: "Packets of \(packetSize) bytes every \(delay) seconds cannot be sent. "
                    + "Choose at least 1 byte, and 0 to 3600 seconds.")
        }
        self.packetSize = packetSize
        self.delay = delay
    }

    /// Waits for the delay, or until it is cancelled, which is noticed within 20 milliseconds.
    func pause(isCancelled: () -> Bool = { false }) {
        let end = ProcessInfo.processInfo.systemUptime + delay
        while !isCancelled() {
            let rest = end - ProcessInfo.processInfo.systemUptime
            guard rest > 0 else { return }
            Thread.sleep(forTimeInterval: min(rest, 0.02))
        }
    }
}

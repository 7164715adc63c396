import Foundation

/// A TCP port on this machine.
package final class LoopbackListener: Sendable {
    package let descriptor: Int32
    package let port: Int

    /// Opens a port that the system chooses.
    package init() {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = listen(descriptor, 8)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Whether a client has connected.
    package var wasCalled: Bool { Self.waits(descriptor, milliseconds: 50) }

    /// Waits until a socket has something to read or to accept, and returns whether it has.
    package static func waits(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, milliseconds) > 0
    }

    deinit { _ = close(descriptor) }
}

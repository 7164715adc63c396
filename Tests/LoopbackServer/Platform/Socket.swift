import Foundation

/// A TCP socket on 127.0.0.1.
///
/// `@unchecked Sendable`: the descriptor is read and closed under the lock, so that ``shutDown()`` from another thread
/// never uses a number that has been reused by then. Only one thread reads, writes and closes.
final class Socket: @unchecked Sendable {
    private let lock = NSLock()
    private var isOpen = true
    private let descriptor: Int32
    private let certificate: LoopbackServer.CertificateFiles?
    #if os(Linux)
        /// TLS on the socket, or `nil` without a certificate. It begins on the connection's thread.
        private lazy var security = certificate.flatMap { TLS($0, descriptor: descriptor) }
    #endif

    private init(descriptor: Int32, certificate: LoopbackServer.CertificateFiles? = nil) {
        self.descriptor = descriptor
        self.certificate = certificate
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close() }

    /// Creates a socket that listens on a port which the system chooses.
    ///
    /// - Parameter receiveBufferLength: The size of each connection's receive buffer in bytes, or `nil` for one that
    ///   the system lets grow: to 32 MiB on some.
    static func listening(receiveBufferLength: Int? = nil) throws -> (socket: Socket, port: UInt16) {
        let listener = try make()
        if let receiveBufferLength {
            // Accepted sockets inherit it.
            var length = Int32(clamping: receiveBufferLength)
            setsockopt(listener.descriptor, SOL_SOCKET, SO_RCVBUF, &length, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = address(port: 0)
        let failure: String? = withSocketAddress(&address) { pointer, length in
            var length = length
            guard bind(listener.descriptor, pointer, length) == 0 else { return "bind" }
            guard listen(listener.descriptor, 512) == 0 else { return "listen" }
            return getsockname(listener.descriptor, pointer, &length) == 0 ? nil : "getsockname"
        }
        if let failure { throw LoopbackServerError.system(failure, errno) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Returns a socket that is connected to a port.
    static func connected(to port: UInt16) throws -> Socket {
        let client = try make()
        var address = address(port: port)
        guard withSocketAddress(&address, { connect(client.descriptor, $0, $1) }) == 0 else {
            throw LoopbackServerError.system("connect", errno)
        }
        client.setUp()
        return client
    }

    private static func make() throws -> Socket {
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw LoopbackServerError.system("socket", errno) }
        return Socket(descriptor: descriptor)
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withSocketAddress<Result>(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Returns the next connection, or `nil` after the listener is shut down or after a second without one.
    func accept(certificate: LoopbackServer.CertificateFiles? = nil) -> Socket? {
        // On Apple's systems the shutdown of a listening socket wakes no thread, hence the limit.
        guard wait(for: POLLIN, seconds: 1) else { return nil }
        #if canImport(Darwin)
            let connection = Darwin.accept(descriptor, nil, nil)
        #else
            let connection = Glibc.accept(descriptor, nil, nil)
        #endif
        guard connection >= 0 else { return nil }
        let socket = Socket(descriptor: connection, certificate: certificate)
        socket.setUp()
        return socket
    }

    /// Configures the socket to send available bytes at once, and to fail instead of ending the process if the peer is
    /// gone.
    private func setUp() {
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Receives bytes into a buffer, and returns their number; 0 at the end of the peer's bytes.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        #if os(Linux)
            if certificate != nil { return security?.receive(into: buffer) ?? 0 }
        #endif
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            guard errno == EINTR else { throw LoopbackServerError.system("recv", errno) }
        }
    }

    /// Sends all of the bytes.
    func send(_ bytes: UnsafeRawBufferPointer) throws {
        #if os(Linux)
            if let security { return try security.send(bytes) }
        #endif
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            #if canImport(Darwin)
                let count = Darwin.send(descriptor, piece.baseAddress, piece.count, flags)
            #else
                let count = Glibc.send(descriptor, piece.baseAddress, piece.count, flags)
            #endif
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw LoopbackServerError.system("send", errno)
            }
        }
    }

    /// Returns whether there are bytes to read, or their end, within a time.
    func waitToRead(seconds: TimeInterval) -> Bool { wait(for: POLLIN, seconds: seconds) }

    /// Ends this side's bytes. The peer's are still received.
    func endSending() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends both directions, and so wakes a thread that waits for either. Any thread may call it.
    func shutDown() {
        lock.withLock { if isOpen { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// Closes the socket. Further calls have no effect.
    func close() {
        lock.withLock {
            guard isOpen else { return }
            isOpen = false
            #if canImport(Darwin)
                _ = Darwin.close(descriptor)
            #else
                _ = Glibc.close(descriptor)
            #endif
        }
    }

    /// Closes the socket with a reset (RST) instead of an end.
    func reset() {
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    private func wait(for events: Int32, seconds: TimeInterval) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while true {
            var state = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&state, 1, Int32(max(0, (end.timeIntervalSinceNow * 1000).rounded(.up))))
            if count >= 0 { return count > 0 }
            guard errno == EINTR else { return false }
        }
    }
}

#if os(Linux)
    import CURLSerializationEngine

    /// The connection of a transfer, and what was read from it.
    struct LibcurlConnection {
        /// The ends of a connection. Connections with several servers may have the same local port.
        struct Ends: Hashable, Sendable {
            let server: String
            let serverPort, ownPort: Int32
        }

        /// The sockets that were opened for the transfer.
        private var opened: [Int32] = []
        /// The socket, its ends, and the number of bytes read from it before; `nil` if unknown.
        private var place: (socket: Int32, ends: Ends, start: Int64)?
        /// The bytes of all heads and of the trailer, and those of the body.
        var (headBytes, bodyBytes): (Int64, Int64) = (0, 0)
        /// Whether libcurl closes the kept connection because bytes or its end can be read from it, so that the
        /// transfer has to be given another one.
        var isRefused = false

        mutating func open(_ address: UnsafeRawPointer) -> Int32 {
            opened.append(cse_socket_make(address))
            return opened[opened.count - 1]
        }

        /// Takes the connection that libcurl has chosen.
        ///
        /// - Parameter kept: The ends of kept connections by their sockets, some of which may be closed.
        mutating func take(_ ends: Ends, from kept: Locked<[Int32: Ends]>) {
            let former = kept.withLock { kept in kept.keys.filter { kept[$0] == ends } }
            let sockets = opened.reversed() + former
            guard let socket = sockets.first(where: { cse_socket_has_port($0, ends.ownPort) }) else { return }
            place = (socket, ends, cse_socket_taken(socket))
            isRefused = !opened.contains(socket) && cse_socket_is_readable(socket)
        }

        func keep(in kept: Locked<[Int32: Ends]>) { if let place { kept.withLock { $0[place.socket] = place.ends } } }

        /// The number of bytes that were read from the connection and are neither the head's nor the body's.
        var surplus: Int64 { place.map { cse_socket_taken($0.socket) - $0.start - headBytes - bodyBytes } ?? 0 }
    }
#endif

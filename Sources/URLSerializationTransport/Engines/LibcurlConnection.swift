#if os(Linux)
    import CURLSerializationEngine

    /// The connection of a transfer, and what was read from it.
    struct LibcurlConnection {
        /// The sockets that were opened for the transfer.
        private var opened: [Int32] = []
        /// The socket, its local port, and the number of bytes read from it before; `nil` if unknown.
        private var place: (socket: Int32, port: Int32, start: Int64)?
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
        /// - Parameter kept: The sockets of kept connections by their local ports.
        mutating func take(_ port: Int32, from kept: Locked<[Int32: Int32]>) {
            let former = kept.withLock { $0.removeValue(forKey: port) }
            let sockets = opened.reversed() + [former].compactMap(\.self)
            guard let socket = sockets.first(where: { cse_socket_has_port($0, port) }) else { return }
            place = (socket, port, cse_socket_taken(socket))
            isRefused = !opened.contains(socket) && cse_socket_is_readable(socket)
        }

        func keep(in kept: Locked<[Int32: Int32]>) { if let place { kept.withLock { $0[place.port] = place.socket } } }

        /// The number of bytes that were read from the connection and are neither the head's nor the body's.
        var surplus: Int64 { place.map { cse_socket_taken($0.socket) - $0.start - headBytes - bodyBytes } ?? 0 }
    }
#endif

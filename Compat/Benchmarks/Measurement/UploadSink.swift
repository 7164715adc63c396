import Foundation

/// An HTTP server on this machine that reads a request's body into one small buffer and answers 200.
///
/// It answers one request on each connection, on a separate thread, and stops when it is released.
final class UploadSink {
    private let descriptor: Int32
    /// The URL for the requests.
    let url: URL

    init() throws {
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo("127.0.0.1", "0", nil, &list) == 0, let list else {
            throw BenchmarkError.failure("127.0.0.1 has no address")
        }
        defer { freeaddrinfo(list) }
        // The first address is that of TCP.
        descriptor = socket(list.pointee.ai_family, list.pointee.ai_socktype, list.pointee.ai_protocol)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, list.pointee.ai_addr, list.pointee.ai_addrlen) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        guard isListening, let url = URL(string: "http://127.0.0.1:\(port)/") else {
            close(descriptor)
            throw BenchmarkError.failure("no port can be listened on")
        }
        self.url = url
        Thread.detachNewThread { Self.serve(descriptor) }
    }

    deinit {
        // Ends the thread's accept.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private static func serve(_ descriptor: Int32) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { return }
            if readRequest(connection, buffer) {
                let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
                _ = send(connection, answer, answer.count, 0)
            }
            close(connection)
        }
    }

    /// Returns whether a complete request was received. It must have a `Content-Length`.
    private static func readRequest(_ connection: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var head = Data()
        let blankLine = Data("\r\n\r\n".utf8)
        while true {
            let count = recv(connection, buffer.baseAddress, buffer.count, 0)
            guard count > 0, head.count < 1 << 20 else { return false }
            head.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            guard let end = head.range(of: blankLine) else { continue }
            let lines = String(decoding: head[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
            let field = "content-length:"
            guard let line = lines.first(where: { $0.lowercased().hasPrefix(field) }),
                let length = Int(line.dropFirst(field.count).trimmingCharacters(in: .whitespaces))
            else { return false }
            var rest = length - (head.count - end.upperBound)
            while rest > 0 {
                let count = recv(connection, buffer.baseAddress, buffer.count, 0)
                guard count > 0 else { return false }
                rest -= count
            }
            return rest == 0
        }
    }
}

#if os(Linux)
    import Foundation

    /// The server's side of TLS on a socket, by the library of OpenSSL that libcurl uses as well.
    ///
    /// One thread uses a value.
    final class TLS {
        private let connection: OpaquePointer

        /// Begins TLS on a connected socket. Returns `nil` without the library, or if the files cannot be used.
        init?(_ certificate: LoopbackServer.CertificateFiles, descriptor: Int32) {
            typealias Make = @convention(c) (OpaquePointer?) -> OpaquePointer?
            typealias UseChain = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
            typealias UseKey = @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> Int32
            typealias SetDescriptor = @convention(c) (OpaquePointer, Int32) -> Int32
            guard Self.isAvailable,
                let method = Self.function("TLS_server_method", as: (@convention(c) () -> OpaquePointer?).self)(),
                let context = Self.function("SSL_CTX_new", as: Make.self)(method)
            else { return nil }
            defer { Self.function("SSL_CTX_free", as: (@convention(c) (OpaquePointer) -> Void).self)(context) }
            guard
                Self.function("SSL_CTX_use_certificate_chain_file", as: UseChain.self)(context, certificate.chain) == 1,
                Self.function("SSL_CTX_use_PrivateKey_file", as: UseKey.self)(context, certificate.key, 1) == 1,
                let connection = Self.function("SSL_new", as: Make.self)(context)
            else { return nil }
            self.connection = connection
            _ = Self.function("SSL_set_fd", as: SetDescriptor.self)(connection, descriptor)
            Self.function("SSL_set_accept_state", as: (@convention(c) (OpaquePointer) -> Void).self)(connection)
            // OpenSSL writes by `write`, which signals the thread whose peer is gone.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }

        deinit { Self.function("SSL_free", as: (@convention(c) (OpaquePointer) -> Void).self)(connection) }

        /// Receives bytes into a buffer, and returns their number; 0 at the end or after an error.
        func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            typealias Read = @convention(c) (OpaquePointer, UnsafeMutableRawPointer?, Int32) -> Int32
            let read = Self.function("SSL_read", as: Read.self)
            return max(0, Int(read(connection, buffer.baseAddress, Int32(clamping: buffer.count))))
        }

        /// Sends all of the bytes.
        func send(_ bytes: UnsafeRawBufferPointer) throws {
            typealias Write = @convention(c) (OpaquePointer, UnsafeRawPointer?, Int32) -> Int32
            guard !bytes.isEmpty else { return }
            let sent = Self.function("SSL_write", as: Write.self)(
                connection, bytes.baseAddress, Int32(clamping: bytes.count))
            if sent <= 0 { throw LoopbackServerError.ended }
        }

        /// Whether the library can be loaded.
        static var isAvailable: Bool { library != nil }

        private nonisolated(unsafe) static let library =
            dlopen("libssl.so.3", RTLD_NOW) ?? dlopen("libssl.so.1.1", RTLD_NOW)

        private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
            guard let symbol = dlsym(library, name) else { preconditionFailure("OpenSSL has no \(name)") }
            return unsafeBitCast(symbol, to: type)
        }
    }

    extension LoopbackServer {
        /// Whether a server can speak TLS.
        package static var speaksTLS: Bool { TLS.isAvailable }
    }
#endif

/// The silencing of libxml2, which otherwise prints warnings about a document, with its lines, to standard error.
///
/// `XMLDocument` on Linux sets no handler, so libxml2 prints, for example, `namespace error : Namespace prefix p on a
/// is not defined` and a line of the body with its control characters. Foundation does not export libxml2's functions,
/// so they are looked up in the process by name. If a program links all of Foundation statically, the names may be
/// missing; then nothing changes. libxml2 has a separate handler for each thread.
///
/// The behavior on Apple's systems has not been examined.
enum SilentLibxml2 {
    #if canImport(FoundationXML)
        /// `xmlStructuredErrorFunc`
        private typealias Handler = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
        /// `xmlSetStructuredErrorFunc`
        private typealias Setter = @convention(c) (UnsafeMutableRawPointer?, Handler?) -> Void
        /// `__xmlStructuredError`, which returns the address of this thread's handler
        private typealias HandlerPlace = @convention(c) () -> UnsafeMutablePointer<Handler?>?
        /// `__xmlStructuredErrorContext`, which returns the address of the argument of this thread's handler
        private typealias ContextPlace = @convention(c) () -> UnsafeMutablePointer<UnsafeMutableRawPointer?>?

        // The types are those of libxml2's headers, the same since 2.4 (2001).
        private static let set = dlsym(nil, "xmlSetStructuredErrorFunc").map { unsafeBitCast($0, to: Setter.self) }
        private static let handler = dlsym(nil, "__xmlStructuredError").map { unsafeBitCast($0, to: HandlerPlace.self) }
        private static let context = dlsym(nil, "__xmlStructuredErrorContext").map {
            unsafeBitCast($0, to: ContextPlace.self)
        }

        /// Runs a closure during which libxml2 discards this thread's messages, and then restores the previous handler.
        static func whileSilent<Result>(_ body: () throws -> Result) rethrows -> Result {
            guard let set else { return try body() }
            let (oldContext, oldHandler) = (context?()?.pointee, handler?()?.pointee)
            set(nil) { _, _ in }
            defer { set(oldContext, oldHandler) }
            return try body()
        }
    #else
        static func whileSilent<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
    #endif
}

/// Keeps libxml2 from writing what it finds odd in a document, with the document's lines, to standard error.
///
/// `XMLDocument` on Linux sets no handler, so that libxml2 prints: `namespace error : Namespace prefix p on a is not
/// defined`, and then a line of the body, control characters and all. Foundation does not pass libxml2's functions on,
/// so they are looked up in the process by name. In a program that links all of Foundation statically they may have
/// none; nothing changes then. The handler is libxml2's own for each thread.
///
/// Apple's systems have not been looked at.
enum SilentLibxml2 {
    #if canImport(FoundationXML)
        /// `xmlStructuredErrorFunc`
        private typealias Handler = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
        /// `xmlSetStructuredErrorFunc`
        private typealias Setter = @convention(c) (UnsafeMutableRawPointer?, Handler?) -> Void
        /// `__xmlStructuredError`, the place of this thread's handler
        private typealias HandlerPlace = @convention(c) () -> UnsafeMutablePointer<Handler?>?
        /// `__xmlStructuredErrorContext`, the place of this thread's handler's argument
        private typealias ContextPlace = @convention(c) () -> UnsafeMutablePointer<UnsafeMutableRawPointer?>?

        // The types are those of libxml2's headers, the same since 2.4 (2001).
        private static let set = dlsym(nil, "xmlSetStructuredErrorFunc").map { unsafeBitCast($0, to: Setter.self) }
        private static let handler = dlsym(nil, "__xmlStructuredError").map { unsafeBitCast($0, to: HandlerPlace.self) }
        private static let context = dlsym(nil, "__xmlStructuredErrorContext").map {
            unsafeBitCast($0, to: ContextPlace.self)
        }

        /// Runs a closure during which this thread's libxml2 reports to nobody. The handler that was set before is again.
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

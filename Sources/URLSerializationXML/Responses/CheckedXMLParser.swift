/// A parser of a scanned document, which loads nothing.
///
/// Foundation's own parser does the following with the same bytes on Linux, measured with libxml2 2.9.14. It ends the
/// process on `<?name?>`, on a notation, an attribute or an unparsed entity declared without an identifier or a default
/// value, and on a comment that is not UTF-8. It refuses more than 10 MB at once. Without a delegate it builds a tree
/// of the document, 17 times its size. It reports truncated documents and empty data as a success.
///
/// Like every `XMLParser`, it is not `Sendable`: it belongs to the code that runs it. The part for Apple's systems has
/// not been run.
final class CheckedXMLParser: XMLParser {
    private var failure: (any Error)?
    private var hasRun = false
    private var succeeded = false

    /// Creates a parser of a document that has been scanned, or of one that was refused.
    init(_ check: Result<XMLCheck, UndecodableData>) {
        if case .failure(let error) = check { failure = error }
        let check = try? check.get()
        #if canImport(Darwin)
            // On Apple's systems `init(stream:)` cannot be inherited.
            super.init(data: check?.text.data ?? Data())
            super.shouldResolveExternalEntities = false
            super.externalEntityResolvingPolicy = .never
        #else
            // `init(data:)` fails above 10 MB.
            super.init(stream: InputStream(data: check.map { XMLEdit.apply($0.edits, to: $0.text.data) } ?? Data()))
        #endif
    }

    /// Runs the parser once. A second run does nothing and returns false.
    ///
    /// - Returns: Whether the document is well-formed, and the delegate did not abort.
    override func parse() -> Bool {
        succeeded = false
        guard !hasRun else { return false }
        hasRun = true
        if let failure {
            #if canImport(Darwin)
                delegate?.parser?(self, parseErrorOccurred: failure)
            #else
                delegate?.parser(self, parseErrorOccurred: failure)
            #endif
            return false
        }
        // Without a delegate Foundation on Linux has libxml2 build a tree.
        let listener = SilentXMLListener()
        let isSilent = delegate == nil
        if isSilent { delegate = listener }
        defer { if isSilent { delegate = nil } }
        let isWellFormed = withExtendedLifetime(listener) { super.parse() }
        // On Linux, super.parse() returns true for a truncated document, too.
        succeeded = isWellFormed && (super.parserError.map { XMLError.isTolerable(code: ($0 as NSError).code) } ?? true)
        if !succeeded, super.parserError == nil {
            failure = XMLError.error(.internalError, "the parser stopped")
        }
        return succeeded
    }

    /// The reason why the document could not be read. It is `nil` after ``parse()`` has returned true: a violation that
    /// leaves the document well-formed, such as an undeclared prefix, is reported only to the delegate.
    override var parserError: (any Error)? {
        hasRun && !succeeded ? failure ?? super.parserError : nil
    }

    /// Always false: entities outside the document are never loaded.
    override var shouldResolveExternalEntities: Bool {
        get { false }
        set {}
    }

    /// Always `never`, whatever it is set to.
    override var externalEntityResolvingPolicy: ExternalEntityResolvingPolicy {
        get { .never }
        set {}
    }

    /// Always `nil`, whatever it is set to.
    override var allowedExternalEntityURLs: Set<URL>? {
        get { nil }
        set {}
    }
}

/// A delegate that ignores all events.
private final class SilentXMLListener: NSObject, XMLParserDelegate {}

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
        /// libxml2's `xmlStructuredErrorFunc`, the type of a handler of errors.
        private typealias Handler = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
        /// libxml2's `xmlSetStructuredErrorFunc`, which sets this thread's handler.
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

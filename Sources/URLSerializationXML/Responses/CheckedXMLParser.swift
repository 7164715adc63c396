/// A parser that scans its document before it begins, and loads nothing.
///
/// Foundation's own parser does the following with the same bytes on Linux, measured with libxml2 2.9.14. It ends the
/// process on `<?name?>`, on a notation, an attribute or an unparsed entity declared without an identifier or a default
/// value, and on a comment that is not UTF-8. It refuses more than 10 MB at once. Without a delegate it builds a tree
/// of the document, 17 times its size. It reports truncated documents and empty data as a success.
///
/// Like every `XMLParser`, it is not `Sendable`: it belongs to the code that runs it. The part for Apple's systems has
/// not been run.
final class CheckedXMLParser: XMLParser {
    /// Checks the document, until it has been parsed.
    private var check: (() throws(UndecodableData) -> XMLCheck)?
    private var failure: (any Error)?
    private var succeeded = false
    #if !canImport(Darwin)
        private let input = DataInputStream()
    #endif

    /// Creates a parser of data that is scanned when the parser is run.
    convenience init(data: Data, limits: XMLLimits) {
        self.init(data) { () throws(UndecodableData) in try XMLCheck(data, limits: limits) }
    }

    /// Creates a parser of a document that has been scanned.
    convenience init(_ check: XMLCheck) {
        self.init(check.text.data) { check }
    }

    private init(_ data: Data, check: @escaping () throws(UndecodableData) -> XMLCheck) {
        self.check = check
        #if canImport(Darwin)
            // On Apple's systems `init(stream:)` cannot be inherited. The parsed bytes are the checked ones: the text
            // in UTF-8.
            super.init(data: (try? XMLText(data).data) ?? data)
            super.shouldResolveExternalEntities = false
            super.externalEntityResolvingPolicy = .never
        #else
            super.init(stream: input)
        #endif
    }

    /// Runs the parser once. A second run does nothing and returns false.
    ///
    /// - Returns: Whether the document is well-formed, and the delegate did not abort.
    override func parse() -> Bool {
        guard let makeCheck = check else {
            succeeded = false
            return false
        }
        self.check = nil
        let check: XMLCheck
        do {
            check = try makeCheck()
        } catch {
            let error = XMLFault.nsError(error)
            failure = error
            #if canImport(Darwin)
                delegate?.parser?(self, parseErrorOccurred: error)
            #else
                delegate?.parser(self, parseErrorOccurred: error)
            #endif
            return false
        }
        #if !canImport(Darwin)
            input.feed(XMLEdit.apply(check.edits, to: check.text.data))
        #endif
        // Without a delegate Foundation on Linux has libxml2 build a tree.
        let listener = SilentXMLListener()
        let isSilent = delegate == nil
        if isSilent { delegate = listener }
        defer { if isSilent { delegate = nil } }
        let isWellFormed = withExtendedLifetime(listener) { super.parse() }
        // On Linux, super.parse() returns true for a truncated document, too.
        succeeded = isWellFormed && (super.parserError.map { XMLFault.isTolerable(code: ($0 as NSError).code) } ?? true)
        if !succeeded, super.parserError == nil {
            failure = XMLFault.nsError(XMLFault.fault(.internalError, "the parser stopped"))
        }
        return succeeded
    }

    /// The reason why the document could not be read. It is `nil` after ``parse()`` has returned true: a violation that
    /// leaves the document well-formed, such as an undeclared prefix, is reported only to the delegate.
    override var parserError: (any Error)? {
        failure ?? (succeeded ? nil : super.parserError)
    }

    /// Always false: entities outside the document are never loaded.
    override var shouldResolveExternalEntities: Bool {
        get { false }
        set {}
    }

    /// Always `never`.
    override var externalEntityResolvingPolicy: ExternalEntityResolvingPolicy {
        get { .never }
        set {}
    }

    /// Always `nil`.
    override var allowedExternalEntityURLs: Set<URL>? {
        get { nil }
        set {}
    }
}

/// A delegate that ignores all events.
private final class SilentXMLListener: NSObject, XMLParserDelegate {}

/// A stream of data that become known only when a parser begins to read.
///
/// `InputStream(data:)` needs them when it is created. `XMLParser` only opens, reads and closes its stream.
final class DataInputStream: InputStream {
    private var remaining = Data()
    private var status = Stream.Status.notOpen

    init() {
        super.init(data: Data())
    }

    /// Sets the data that are read from now on.
    func feed(_ data: Data) {
        remaining = data
    }

    override func open() { status = .open }

    override func close() {
        status = .closed
        remaining = Data()
    }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { !remaining.isEmpty }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        let chunk = remaining.prefix(max(length, 0))
        chunk.copyBytes(to: buffer, count: chunk.count)
        remaining = remaining.dropFirst(chunk.count)
        return chunk.count
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }
}

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

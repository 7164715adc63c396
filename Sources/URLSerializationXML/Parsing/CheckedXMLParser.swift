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
    private enum Source {
        case raw(Data, XMLLimits)
        case checked(XMLCheck)
        case used
    }

    private var source: Source
    private var failure: (any Error)?
    private var succeeded = false
    #if !canImport(Darwin)
        private let input = DataInputStream()
    #endif

    /// Creates a parser of data that is scanned when the parser is run.
    convenience init(data: Data, limits: XMLLimits) {
        self.init(.raw(data, limits), data: data)
    }

    /// Creates a parser of a document that has been scanned.
    convenience init(_ check: XMLCheck) {
        self.init(.checked(check), data: check.text.data)
    }

    private init(_ source: Source, data: Data) {
        self.source = source
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
        let source = source
        self.source = .used
        let check: XMLCheck
        do {
            switch source {
            case .raw(let data, let limits): check = try XMLCheck(data, limits: limits)
            case .checked(let known): check = known
            case .used:
                succeeded = false
                return false
            }
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

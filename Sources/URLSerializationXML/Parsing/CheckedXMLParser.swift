/// A parser that looks through its document before it begins, and loads nothing.
///
/// What Foundation's own does with the same bytes on Linux, measured with libxml2 2.9.14: it ends the process on
/// `<?name?>`, on a notation, an attribute or an unparsed entity declared without an identifier or a default value, and
/// on a comment that is not UTF-8; refuses more than 10 MB at once; builds a tree of a document that nobody listens to,
/// 17 times its size; and calls truncated documents and empty data a success.
///
/// Not `Sendable`, as no `XMLParser` is: it belongs to whoever runs it. The part for Apple's systems has not been run.
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

    /// A parser of data that are looked through when it is run.
    convenience init(data: Data, limits: XMLLimits) {
        self.init(.raw(data, limits), data: data)
    }

    /// A parser of a document that has been looked through.
    convenience init(_ check: XMLCheck) {
        self.init(.checked(check), data: check.text.data)
    }

    private init(_ source: Source, data: Data) {
        self.source = source
        #if canImport(Darwin)
            // There `init(stream:)` is not to be inherited from. What is checked is what is parsed: the text in UTF-8.
            super.init(data: (try? XMLText(data).data) ?? data)
            super.shouldResolveExternalEntities = false
            super.externalEntityResolvingPolicy = .never
        #else
            super.init(stream: input)
        #endif
    }

    /// Runs the parser once. A second time it does nothing and answers false.
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
        // True on Linux also of a document that is cut off.
        succeeded = isWellFormed && (super.parserError.map { XMLFault.isTolerable(code: ($0 as NSError).code) } ?? true)
        if !succeeded, super.parserError == nil {
            failure = XMLFault.nsError(XMLFault.fault(.internalError, "the parser gave up"))
        }
        return succeeded
    }

    /// Why the document could not be read. Nil once ``parse()`` has answered true: of what is merely odd, such as the
    /// prefix of no namespace, the delegate alone is told.
    override var parserError: (any Error)? {
        failure ?? (succeeded ? nil : super.parserError)
    }

    /// Always false. Entities outside the document are not loaded, whoever asks for it.
    override var shouldResolveExternalEntities: Bool {
        get { false }
        set {}
    }

    /// Always `never`.
    override var externalEntityResolvingPolicy: ExternalEntityResolvingPolicy {
        get { .never }
        set {}
    }

    /// Always nil.
    override var allowedExternalEntityURLs: Set<URL>? {
        get { nil }
        set {}
    }
}

/// Hears nothing.
private final class SilentXMLListener: NSObject, XMLParserDelegate {}

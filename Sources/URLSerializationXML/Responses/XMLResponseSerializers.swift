/// A serializer that makes a parser of an XML body (`AFXMLParserResponseSerializer`).
///
/// ```swift
/// let parser = try XMLParserResponseSerializer().decode(data, from: response)
/// parser.delegate = reader
/// guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
/// ```
///
/// The parser has not been started, so it exists even if the body is missing, empty or not XML; running it then returns
/// false and sets `parserError`. Set its delegate before you run it; without one, it only checks whether the body is
/// well-formed. Run it once.
///
/// The serializer scans the body first. Some documents are refused within milliseconds, and the delegate then receives
/// only the error: those nested deeper than ``maximumDepth``; those with entities that expand to more than 1 MiB plus
/// four times the body's size, with references to parameter entities, or with control characters; and those in an
/// unknown encoding. Nothing outside the document is ever loaded; setting `shouldResolveExternalEntities` has no
/// effect. If a well-formed document violates the rules for namespaces, only the delegate is notified. An `XMLParser`
/// is not `Sendable`.
public struct XMLParserResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// A parser that has not been started.
    public typealias Output = XMLParser

    /// The acceptable responses. The default content types are `application/xml` and `text/xml`.
    public var configuration: HTTPResponseConfiguration
    /// The greatest number of elements that may be open at once, by default 512. Running the parser of a deeper
    /// document returns false.
    public var maximumDepth: Int

    /// Creates a serializer. The defaults are AFNetworking's.
    public init(
        maximumDepth: Int = 512,
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        self.maximumDepth = maximumDepth
        self.configuration = configuration
    }

    /// The media types accepted by default.
    public static let contentTypes: Set<String> = ["application/xml", "text/xml"]

    /// Returns a parser, for any body.
    ///
    /// - Complexity: O(n) for a body of n bytes, which is scanned here; the parser then reads it once.
    public func decodeBody(_ data: Data?, of response: URLResponse?) -> XMLParser? {
        CheckedXMLParser(
            Result { () throws(UndecodableData) in
                try XMLCheck(data ?? Data(), limits: XMLLimits(maximumDepth: maximumDepth))
            })
    }
}

extension ResponseSerialization where Self == XMLParserResponseSerializer {
    /// A serializer of parsers that have not been started, with AFNetworking's defaults.
    public static var xmlParser: XMLParserResponseSerializer { XMLParserResponseSerializer() }
}

#if canImport(FoundationXML) || os(macOS)
    /// A serializer that makes a tree of an XML body (`AFXMLDocumentResponseSerializer`). As in AFNetworking, it does
    /// not exist on systems without `XMLDocument`, such as iOS.
    ///
    /// A body that is missing, empty or not well-formed is an error. The serializer also refuses elements nested deeper
    /// than ``maximumDepth``; entities that expand to more than 1 MiB plus four times the body's size; references to
    /// parameter entities; control characters; and unknown encodings. Nothing outside the document is ever loaded.
    ///
    /// On Linux every `XMLDocument` leaks: its whole tree stays in memory permanently, some 16 times the body's size
    /// and at least 7 KB. A refused body leaks nothing. A program that reads many documents on Linux should use
    /// ``XMLParserResponseSerializer``. References to entities stay references in the tree on Linux; `stringValue`
    /// expands them.
    public struct XMLDocumentResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
        /// The document as a tree, to which the serializer keeps no reference.
        public typealias Output = XMLDocument

        /// The acceptable responses. The default content types are the parser's, ``contentTypes``.
        public var configuration: HTTPResponseConfiguration
        /// The options of the document, by default none.
        ///
        /// Options that load content from outside the document are ignored (`.nodeLoadExternalEntitiesAlways`,
        /// `.nodeLoadExternalEntitiesSameOriginOnly`, `.documentXInclude`), and `.nodeLoadExternalEntitiesNever` is
        /// added. With `.documentValidate` a document whose type is declared in another file is an error; on Linux a
        /// document that is not ASCII is an error too. A malformed document is refused before tidying.
        public var options: XMLNode.Options {
            get { coded.value }
            set { coded.value = newValue }
        }
        /// The greatest number of elements that may be open at once, by default 512. On Linux it is at most 256.
        public var maximumDepth: Int
        private var coded: RawCoded<XMLNode.Options>

        private enum CodingKeys: String, CodingKey {
            case configuration, maximumDepth
            case coded = "options"
        }

        /// Creates a serializer. The defaults are AFNetworking's.
        public init(
            options: XMLNode.Options = [], maximumDepth: Int = 512,
            configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
        ) {
            coded = RawCoded(options)
            self.maximumDepth = maximumDepth
            self.configuration = configuration
        }

        /// The media types accepted by default, the same as the parser's.
        public static let contentTypes: Set<String> = XMLParserResponseSerializer.contentTypes

        /// Returns the document. libxml2's warnings about it, such as of an undeclared prefix, are not printed.
        ///
        /// - Throws: An error of the domain `NSXMLParserErrorDomain` with libxml2's code.
        /// - Complexity: Linear. On Linux the body is parsed twice, since `XMLDocument` repairs malformed documents
        ///   there.
        public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> XMLDocument? {
            let check = try XMLCheck(data ?? Data(), limits: limits)
            if options.contains(.documentValidate) { try requireValidatable(check) }
            #if canImport(FoundationXML)
                let parser = CheckedXMLParser(.success(check))
                guard parser.parse() else {
                    let code = (parser.parserError as NSError?)?.code ?? XMLError.Code.internalError.rawValue
                    throw UndecodableData(
                        "The data is not well-formed XML: line \(parser.lineNumber), column \(parser.columnNumber).",
                        domain: XMLError.domain, code: code)
                }
            #endif
            let document = try SilentLibxml2.whileSilent {
                try XMLDocument(data: check.text.data, options: safeOptions)
            }
            #if canImport(FoundationXML)
                // Reading an encoding that a document lacks crashes the process there.
                document.characterEncoding = check.text.encodingName ?? "UTF-8"
            #endif
            return document
        }

        private var limits: XMLLimits {
            #if canImport(FoundationXML)
                // Beyond either limit libxml2 truncates the tree without reporting it.
                XMLLimits(maximumDepth: min(maximumDepth, 256), maximumText: 10_000_000)
            #else
                XMLLimits(maximumDepth: maximumDepth)
            #endif
        }

        private var safeOptions: XMLNode.Options {
            // All defined options are among the lower 32 bits; Foundation on Linux crashes the process on others.
            options
                .intersection(XMLNode.Options(rawValue: 0xFFFF_FFFF))
                .subtracting([
                    .nodeLoadExternalEntitiesAlways, .nodeLoadExternalEntitiesSameOriginOnly, .documentXInclude,
                ])
                .union(.nodeLoadExternalEntitiesNever)
        }

        private func requireValidatable(_ check: XMLCheck) throws(UndecodableData) {
            guard !check.hasExternalSubset else {
                throw XMLError.error(.internalError, "it cannot be validated without loading its document type")
            }
            #if canImport(FoundationXML)
                // Messages about invalid documents are truncated after 1 KB. The process crashes if that splits a
                // character.
                guard check.text.data.allSatisfy({ $0 < 0x80 }) else {
                    throw XMLError.error(.internalError, "Foundation on Linux can validate ASCII alone")
                }
            #endif
        }
    }

    extension ResponseSerialization where Self == XMLDocumentResponseSerializer {
        /// A serializer of trees, with AFNetworking's defaults.
        public static var xmlDocument: XMLDocumentResponseSerializer { XMLDocumentResponseSerializer() }
    }
#endif

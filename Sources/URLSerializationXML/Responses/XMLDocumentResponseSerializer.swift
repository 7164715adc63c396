#if canImport(FoundationXML) || os(macOS)
    /// Makes a tree of an XML body (`AFXMLDocumentResponseSerializer`). Where there is no `XMLDocument`, on iOS for
    /// instance, there is no such serializer either, as in AFNetworking.
    ///
    /// A body that is missing, empty or not well-formed is an error. So is what the check in front of Foundation refuses:
    /// elements nested deeper than ``maximumDepth``; entities that expand to more than 1 MiB and four times the body's
    /// size; references to parameter entities; control characters; encodings that are unknown. Nothing outside the
    /// document is ever loaded.
    ///
    /// On Linux every `XMLDocument` leaks: its whole tree stays in memory for good, some 16 times the body's size and
    /// 7 KB at least, whatever its user does. What is refused leaks nothing. A program that reads many documents there
    /// uses ``XMLParserResponseSerializer``. References to entities stay references in the tree on Linux; `stringValue`
    /// expands them.
    public struct XMLDocumentResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
        /// The document.
        public typealias Output = XMLDocument

        /// Which responses are acceptable. At first `application/xml` and `text/xml`.
        public var configuration: HTTPResponseConfiguration
        /// How the document is read.
        ///
        /// Options that load what is outside the document are left out (`.nodeLoadExternalEntitiesAlways`,
        /// `.nodeLoadExternalEntitiesSameOriginOnly`, `.documentXInclude`), and `.nodeLoadExternalEntitiesNever` is
        /// added. With `.documentValidate` a document whose type is declared elsewhere is an error, and so is on Linux
        /// one that is not ASCII. Tidying never gets to see what is not well-formed.
        public var options: XMLNode.Options {
            get { coded.value }
            set { coded.value = newValue }
        }
        /// How many elements may be open at once; at first 512. On Linux more than 256 never are.
        public var maximumDepth: Int
        private var coded: RawCoded<XMLNode.Options>

        private enum CodingKeys: String, CodingKey {
            case configuration, maximumDepth
            case coded = "options"
        }

        /// A serializer; the defaults are AFNetworking's.
        public init(
            options: XMLNode.Options = [], maximumDepth: Int = 512,
            configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
        ) {
            coded = RawCoded(options)
            self.maximumDepth = maximumDepth
            self.configuration = configuration
        }

        /// The media types accepted at first.
        public static let contentTypes: Set<String> = XMLParserResponseSerializer.contentTypes

        /// The document. What libxml2 finds odd in it, as the prefix of no namespace, is not printed.
        ///
        /// - Throws: An error of the domain `NSXMLParserErrorDomain` with libxml2's code.
        /// - Complexity: Linear; on Linux it is parsed twice, since `XMLDocument` repairs there what is malformed.
        public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> XMLDocument? {
            let check = try XMLCheck(data ?? Data(), limits: limits)
            if options.contains(.documentValidate) { try requireValidatable(check) }
            #if canImport(FoundationXML)
                let parser = CheckedXMLParser(check)
                guard parser.parse() else {
                    let code = (parser.parserError as NSError?)?.code ?? XMLFault.Code.internalError.rawValue
                    throw UndecodableData(
                        "The data is not well-formed XML: line \(parser.lineNumber), column \(parser.columnNumber).",
                        domain: XMLFault.domain, code: code)
                }
            #endif
            let document = try SilentLibxml2.whileSilent {
                try XMLDocument(data: check.text.data, options: safeOptions)
            }
            #if canImport(FoundationXML)
                // Asking a document for an encoding that it does not have ends the process there.
                document.characterEncoding = check.text.encodingName ?? "UTF-8"
            #endif
            return document
        }

        private var limits: XMLLimits {
            #if canImport(FoundationXML)
                // Beyond either libxml2 cuts the tree off, and reports that to nobody.
                XMLLimits(maximumDepth: min(maximumDepth, 256), maximumText: 10_000_000)
            #else
                XMLLimits(maximumDepth: maximumDepth)
            #endif
        }

        private var safeOptions: XMLNode.Options {
            // All options there are have a bit among the lower 32; Foundation on Linux ends the process on others.
            options
                .intersection(XMLNode.Options(rawValue: 0xFFFF_FFFF))
                .subtracting([
                    .nodeLoadExternalEntitiesAlways, .nodeLoadExternalEntitiesSameOriginOnly, .documentXInclude,
                ])
                .union(.nodeLoadExternalEntitiesNever)
        }

        private func requireValidatable(_ check: XMLCheck) throws(UndecodableData) {
            guard !check.hasExternalSubset else {
                throw XMLFault.fault(.internalError, "it cannot be validated without loading its document type")
            }
            #if canImport(FoundationXML)
                // A message about what is invalid is cut off after 1 KB, and ends the process if that was in a
                // character.
                guard check.text.data.allSatisfy({ $0 < 0x80 }) else {
                    throw XMLFault.fault(.internalError, "Foundation on Linux can validate ASCII alone")
                }
            #endif
        }
    }

    extension ResponseSerialization where Self == XMLDocumentResponseSerializer {
        /// A tree, with AFNetworking's defaults.
        public static var xmlDocument: XMLDocumentResponseSerializer { XMLDocumentResponseSerializer() }
    }
#endif

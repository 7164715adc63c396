// XMLDocument exists only on macOS and Linux, as AFNetworking's class exists only on macOS.
#if canImport(FoundationXML) || os(macOS)
    import URLSerialization
    import URLSerializationXML

    /// A response serializer that decodes XML to an `XMLDocument`.
    ///
    /// Missing and empty data are an error. External entities are never loaded, whatever the options.
    open class AFXMLDocumentResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
        /// Creates a serializer with options (`serializerWithXMLDocumentOptions:`).
        public convenience init(xmlDocumentOptions mask: UInt) {
            self.init()
            options = mask
        }

        /// The options of the document, raw values of `XMLNode.Options`. The default is 0.
        open var options: UInt {
            get { field(\.options) }
            set { set(\.options, newValue) }
        }

        /// Returns the document.
        ///
        /// - Parameters:
        ///   - response: The response, or `nil` if there is none.
        ///   - data: The body, or `nil` if there is none.
        ///   - error: The place for an error, or `nil`: the error of `validate(_:data:)`, or over it one of
        ///     `NSXMLParserErrorDomain`.
        open override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
            decodedObject(for: response, data, error)
        }

        override class var defaultSettings: ResponseSettings {
            ResponseSettings(acceptableContentTypes: XMLDocumentResponseSerializer.contentTypes)
        }

        override func coreSerializer(_ settings: ResponseSettings) -> any CoreResponseSerializer {
            XMLDocumentResponseSerializer(
                options: XMLNode.Options(rawValue: settings.options), configuration: settings.configuration)
        }

        override class func archivedSettings(in coder: NSCoder) throws -> ResponseSettings {
            let serializer = try SerializerArchive.decode(XMLDocumentResponseSerializer.self, from: coder)
            var settings = ResponseSettings(serializer.configuration)
            settings.options = serializer.options.rawValue
            return settings
        }

        override class var ownClass: AnyClass { AFXMLDocumentResponseSerializer.self }

        override func askGetters(for settings: inout ResponseSettings) {
            super.askGetters(for: &settings)
            settings.options = options
        }
    }
#endif

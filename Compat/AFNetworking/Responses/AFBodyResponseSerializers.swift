import URLSerialization
import URLSerializationImages
import URLSerializationXML

/// A response serializer that decodes JSON.
///
/// An empty body or a single space yields neither an object nor an error. The body of an unacceptable status is
/// decoded, with the error.
open class AFJSONResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// Creates a serializer with options (`serializerWithReadingOptions:`).
    public convenience init(readingOptions: JSONSerialization.ReadingOptions) {
        self.init()
        self.readingOptions = readingOptions
    }

    /// The options of `JSONSerialization`. The default is none, which accepts only dictionaries and arrays.
    ///
    /// With `.mutableContainers` the object is an `NSMutableDictionary` or an `NSMutableArray`. On Linux these return
    /// the collections in them as Swift collections, which you must put back after a change.
    open var readingOptions: JSONSerialization.ReadingOptions {
        get { coreField(\JSONResponseSerializer.readingOptions) }
        set { setCoreField(\JSONResponseSerializer.readingOptions, newValue) }
    }

    /// Whether nulls are removed from dictionaries and arrays, as AFNetworking 4 removes them. The default is `false`.
    ///
    /// AFNetworking 3 keeps nulls in arrays, like the core's `NullRemoval.inDictionaries`.
    open var removesKeysWithNullValues: Bool {
        get { coreField(\JSONResponseSerializer.nullRemoval) != .kept }
        set { setCoreField(\JSONResponseSerializer.nullRemoval, newValue ? .everywhere : .kept) }
    }

    override class var core: any CoreResponseSerializer { JSONResponseSerializer() }
    override class var ownClass: AnyClass { AFJSONResponseSerializer.self }

    override func askGetters(for settings: inout ResponseSerializerSettings) {
        super.askGetters(for: &settings)
        settings.set(\JSONResponseSerializer.readingOptions, readingOptions)
        settings.set(\JSONResponseSerializer.nullRemoval, removesKeysWithNullValues ? .everywhere : .kept)
    }
}

/// A response serializer that decodes property lists of any format.
///
/// Missing data yields neither an object nor an error; empty data is an error.
open class AFPropertyListResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// Creates a serializer, in the spelling of Swift's importer (`serializerWithFormat:readOptions:`).
    public convenience init(
        format: PropertyListSerialization.PropertyListFormat,
        read readOptions: PropertyListSerialization.ReadOptions = []
    ) {
        self.init(format: format, readOptions: readOptions)
    }

    /// Creates a serializer (`serializerWithFormat:readOptions:`). It reads every format, whichever is given.
    public convenience init(
        format: PropertyListSerialization.PropertyListFormat, readOptions: PropertyListSerialization.ReadOptions
    ) {
        self.init()
        self.format = format
        self.readOptions = readOptions
    }

    /// A property without effect, as in AFNetworking: every format is read. The default is XML.
    open var format: PropertyListSerialization.PropertyListFormat {
        get { coreField(\PropertyListResponseSerializer.format) ?? .xml }
        set { setCoreField(\PropertyListResponseSerializer.format, newValue) }
    }

    /// The options, which make the object mutable. The default is none.
    open var readOptions: PropertyListSerialization.ReadOptions {
        get { coreField(\PropertyListResponseSerializer.readOptions) }
        set { setCoreField(\PropertyListResponseSerializer.readOptions, newValue) }
    }

    override class var core: any CoreResponseSerializer { PropertyListResponseSerializer(format: .xml) }
    override class var ownClass: AnyClass { AFPropertyListResponseSerializer.self }

    override func decodingCore(_ core: any CoreResponseSerializer) -> any CoreResponseSerializer {
        guard var core = core as? PropertyListResponseSerializer else { return core }
        core.format = nil
        return core
    }

    override func askGetters(for settings: inout ResponseSerializerSettings) {
        super.askGetters(for: &settings)
        settings.set(\PropertyListResponseSerializer.readOptions, readOptions)
    }
}

/// A response serializer that decodes images: a `UIImage`, an `NSImage`, or on systems that have neither, such as
/// Linux, the `ResponseImage` of URLSerializationImages.
///
/// An empty body yields neither an object nor an error. Data that is not an image is an error; AFNetworking returns
/// neither an object nor an error for it on iOS, and an empty `NSImage` on macOS.
open class AFImageResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// The number of pixels per point. It has no effect on an `NSImage`. The default is the main screen's on iOS and
    /// tvOS if the serializer is created on the main thread, and 1 otherwise.
    open var imageScale: CGFloat {
        get { CGFloat(coreField(\ImageResponseSerializer.imageScale)) }
        set { setCoreField(\ImageResponseSerializer.imageScale, Double(newValue)) }
    }

    /// Whether a `UIImage` is decoded immediately rather than when it is first drawn. It has no effect on other images.
    /// The default is `true`.
    open var automaticallyInflatesResponseImage: Bool {
        get { coreField(\ImageResponseSerializer.automaticallyInflatesImage) }
        set { setCoreField(\ImageResponseSerializer.automaticallyInflatesImage, newValue) }
    }

    override class var core: any CoreResponseSerializer {
        ImageResponseSerializer(imageScale: Double(ScreenScale.current))
    }
    override class var ownClass: AnyClass { AFImageResponseSerializer.self }

    override func askGetters(for settings: inout ResponseSerializerSettings) {
        super.askGetters(for: &settings)
        settings.set(\ImageResponseSerializer.imageScale, Double(imageScale))
        settings.set(\ImageResponseSerializer.automaticallyInflatesImage, automaticallyInflatesResponseImage)
    }
}

/// A response serializer that returns an `XMLParser`, which has not begun to parse the body.
///
/// An empty body also yields a parser. External entities are never loaded, and documents of more than 512 levels are
/// refused when they are parsed.
open class AFXMLParserResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {

    override class var core: any CoreResponseSerializer { XMLParserResponseSerializer() }
    override class var ownClass: AnyClass { AFXMLParserResponseSerializer.self }
}

// XMLDocument exists only on macOS and Linux, as AFNetworking's class exists only on macOS.
#if canImport(FoundationXML) || os(macOS)
    /// A response serializer that decodes XML to an `XMLDocument`.
    ///
    /// Missing or empty data is an error. External entities are never loaded, whatever the options.
    open class AFXMLDocumentResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
        /// Creates a serializer with options (`serializerWithXMLDocumentOptions:`).
        public convenience init(xmlDocumentOptions mask: UInt) {
            self.init()
            options = mask
        }

        /// The options of the document, raw values of `XMLNode.Options`. The default is 0.
        open var options: UInt {
            get { coreField(\XMLDocumentResponseSerializer.options).rawValue }
            set { setCoreField(\XMLDocumentResponseSerializer.options, XMLNode.Options(rawValue: newValue)) }
        }

        override class var core: any CoreResponseSerializer { XMLDocumentResponseSerializer() }
        override class var ownClass: AnyClass { AFXMLDocumentResponseSerializer.self }

        override func askGetters(for settings: inout ResponseSerializerSettings) {
            super.askGetters(for: &settings)
            settings.set(\XMLDocumentResponseSerializer.options, XMLNode.Options(rawValue: options))
        }
    }
#endif

// Not compiled on the systems that this package is built and tested on.
#if os(iOS) || os(tvOS)
    import UIKit
#endif

/// The number of pixels per point.
enum ScreenScale {
    /// The main screen's scale on the main thread of iOS and tvOS, as in AFNetworking, and 1 elsewhere.
    static var current: CGFloat {
        #if os(iOS) || os(tvOS)
            Thread.isMainThread ? MainActor.assumeIsolated { UIScreen.main.scale } : 1
        #else
            1
        #endif
    }
}

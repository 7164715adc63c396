import URLSerialization
import URLSerializationImages

/// A response serializer that decodes images: a `UIImage`, an `NSImage`, or on systems that have neither, such as
/// Linux, the `ResponseImage` of URLSerializationImages.
///
/// An empty body yields neither an object nor an error. Data that is not an image is an error; AFNetworking returns
/// neither an object nor an error for it on iOS, and an empty `NSImage` on macOS.
open class AFImageResponseSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    /// The number of pixels to a point, without effect on an `NSImage`. The default is the main screen's on iOS and
    /// tvOS if the serializer is created on the main thread, and 1 otherwise.
    open var imageScale: CGFloat {
        get { field(\.imageScale) }
        set { set(\.imageScale, newValue) }
    }

    /// Whether a `UIImage` is decoded at once rather than when it is first drawn, without effect on other images. The
    /// default is `true`.
    open var automaticallyInflatesResponseImage: Bool {
        get { field(\.automaticallyInflatesResponseImage) }
        set { set(\.automaticallyInflatesResponseImage, newValue) }
    }

    /// Returns the image.
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there is none.
    ///   - data: The body, or `nil` if there is none.
    ///   - error: The place for an error, or `nil`: the error of `validate(_:data:)`, or over it `NSCocoaErrorDomain`
    ///     3840.
    open override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        decodedObject(for: response, data, error)
    }

    override class var defaultSettings: ResponseSettings {
        ResponseSettings(acceptableContentTypes: ImageResponseSerializer.contentTypes)
    }

    override func coreSerializer(_ settings: ResponseSettings) -> any CoreResponseSerializer {
        ImageResponseSerializer(
            imageScale: Double(settings.imageScale),
            automaticallyInflatesImage: settings.automaticallyInflatesResponseImage,
            configuration: settings.configuration)
    }

    override class func archivedSettings(in coder: NSCoder) throws -> ResponseSettings {
        let serializer = try SerializerArchive.decode(ImageResponseSerializer.self, from: coder)
        var settings = ResponseSettings(serializer.configuration)
        settings.imageScale = CGFloat(serializer.imageScale)
        settings.automaticallyInflatesResponseImage = serializer.automaticallyInflatesImage
        return settings
    }

    override class var ownClass: AnyClass { AFImageResponseSerializer.self }

    override func askGetters(for settings: inout ResponseSettings) {
        super.askGetters(for: &settings)
        settings.imageScale = imageScale
        settings.automaticallyInflatesResponseImage = automaticallyInflatesResponseImage
    }
}

/// A serializer that makes images (`AFImageResponseSerializer`).
///
/// The image is a `UIImage` or an `NSImage`. On systems that have neither, such as Linux, it is a ``ResponseImage``,
/// which reads PNG, JPEG, GIF, BMP, TIFF and ICO. The accepted media type `image/x-xbitmap` is then not readable: an X
/// bitmap is C source text without a signature.
///
/// A missing or empty body yields neither an object nor an error. Data that is not an image is an error, whereas
/// AFNetworking yields neither an object nor an error on iOS, and an empty `NSImage` on macOS. Truncated data is always
/// an error for a ``ResponseImage``; UIKit and AppKit may make an image of the received part.
public struct ImageResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// The system's image type, or ``ResponseImage`` where there is none.
    public typealias Output = PlatformImage

    /// The acceptable responses. The default content types are ``contentTypes``.
    public var configuration: HTTPResponseConfiguration
    /// The number of pixels to a point, a positive number, by default 1. It has no effect on an `NSImage`.
    ///
    /// AFNetworking uses the main screen's scale, which is only available on the main actor. For the same result pass
    /// the `displayScale` of a view's traits.
    public var imageScale: Double
    /// Whether a `UIImage` is decoded at once rather than when it is first drawn
    /// (`automaticallyInflatesResponseImage`). It has no effect on watchOS and on other classes of images.
    public var automaticallyInflatesImage: Bool

    /// Creates a serializer. The defaults are AFNetworking's, except for the scale.
    public init(
        imageScale: Double = 1, automaticallyInflatesImage: Bool = true,
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        self.imageScale = imageScale
        self.automaticallyInflatesImage = automaticallyInflatesImage
        self.configuration = configuration
    }

    /// The media types accepted by default.
    public static let contentTypes: Set<String> = [
        "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon", "image/bmp", "image/x-bmp",
        "image/x-xbitmap", "image/x-win-bitmap",
    ]

    /// Returns the image, or `nil` for a missing or empty body.
    ///
    /// - Throws: `NSCocoaErrorDomain` 3840 with the reason why the data is not an image.
    public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> PlatformImage? {
        guard let data, !data.isEmpty else { return nil }
        return try makeImage(of: data)
    }
}

extension ResponseSerialization where Self == ImageResponseSerializer {
    /// A serializer of images, with AFNetworking's defaults except for the scale, which is 1.
    public static var image: ImageResponseSerializer { ImageResponseSerializer() }
}

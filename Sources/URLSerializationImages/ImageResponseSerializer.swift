/// Makes images (`AFImageResponseSerializer`).
///
/// The image is a `UIImage` or an `NSImage`; where neither exists, as on Linux, it is a ``ResponseImage``, which reads
/// PNG, JPEG, GIF, BMP, TIFF and ICO. Of the accepted media types `image/x-xbitmap` is then no image: an X bitmap is C
/// source text without a signature.
///
/// A missing or empty body is no object and no error. Data that is no image is an error, where AFNetworking yields
/// neither an object nor an error on iOS, and an empty `NSImage` on macOS. Data that is cut off is always an error
/// where a ``ResponseImage`` would be made; UIKit and AppKit may make an image of the part that came.
public struct ImageResponseSerializer: HTTPResponseSerialization, Hashable, Codable {
    /// An image of the system.
    public typealias Output = PlatformImage

    /// Which responses are acceptable. At first ``contentTypes``.
    public var configuration: HTTPResponseConfiguration
    /// The number of pixels to a point, positive. It has no effect on an `NSImage`.
    ///
    /// At first 1. AFNetworking takes the main screen's, which only the main actor may ask for; pass the `displayScale`
    /// of a view's traits for the same.
    public var imageScale: Double
    /// Whether a `UIImage` is decoded at once rather than when it is first drawn
    /// (`automaticallyInflatesResponseImage`). It has no effect on watchOS and on other classes of images.
    public var automaticallyInflatesImage: Bool

    /// A serializer; the defaults are AFNetworking's but for the scale.
    public init(
        imageScale: Double = 1, automaticallyInflatesImage: Bool = true,
        configuration: HTTPResponseConfiguration = HTTPResponseConfiguration(acceptableContentTypes: contentTypes)
    ) {
        self.imageScale = imageScale
        self.automaticallyInflatesImage = automaticallyInflatesImage
        self.configuration = configuration
    }

    /// The media types accepted at first.
    public static let contentTypes: Set<String> = [
        "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon", "image/bmp", "image/x-bmp",
        "image/x-xbitmap", "image/x-win-bitmap",
    ]

    /// The image.
    ///
    /// - Throws: `NSCocoaErrorDomain` 3840 saying why the data is no image.
    public func decodeBody(_ data: Data?, of response: URLResponse?) throws -> PlatformImage? {
        guard let data, !data.isEmpty else { return nil }
        return try makeImage(of: data)
    }
}

extension ResponseSerialization where Self == ImageResponseSerializer {
    /// Images, with AFNetworking's defaults but for the scale, which is 1.
    public static var image: ImageResponseSerializer { ImageResponseSerializer() }
}

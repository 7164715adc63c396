/// An image on systems without an image class: its bytes, and the contents of its header.
///
/// The pixels are not decoded. The data is known to have the signature and the structure of its format, up to the
/// structure's end: PNG's IEND chunk, the end-of-image marker of JPEG, the trailer of GIF, the pixels and the declared
/// file size of BMP, the first directory of TIFF with all its values, strips and tiles, and each image of an icon.
/// Bytes after that, and the further pages of a TIFF file, are ignored.
public struct ResponseImage: Hashable, Sendable {
    /// The format, by the signature of the data, regardless of the content type.
    public let format: ImageFormat
    /// The width in pixels, at least 1. For an icon it is the largest image's, for a GIF the logical
    /// screen.
    public let pixelWidth: Int
    /// The height in pixels, at least 1.
    public let pixelHeight: Int
    /// The number of pixels to a point.
    public let scale: Double
    /// The image file's bytes, unchanged, with any after the image's end.
    public let data: Data

    /// The size in points: the size in pixels divided by the scale.
    public var size: CGSize { CGSize(width: Double(pixelWidth) / scale, height: Double(pixelHeight) / scale) }

    /// Reads an image's header, and checks that the image is complete.
    ///
    /// - Parameters:
    ///   - data: An image file.
    ///   - scale: The number of pixels to a point; a number that is not positive and normal counts as 1.
    /// - Throws: `NSCocoaErrorDomain` 3840 for data of another format, and for an image that is cut off or contradicts
    ///   itself.
    /// - Complexity: O(*n*) time for *n* bytes, and O(1) memory.
    public init(_ data: Data, scale: Double = 1) throws {
        guard let format = ImageFormat(signatureOf: data) else {
            let names = ImageFormat.allCases.map { $0.rawValue.uppercased() }.joined(separator: ", ")
            throw UndecodableData(
                "The data begins with the signature of none of \(names). If it is an image of another format, "
                    + "take its bytes with HTTPResponseSerializer.")
        }
        let size = try format.pixelSize(in: data)
        self.format = format
        pixelWidth = size.width
        pixelHeight = size.height
        self.scale = scale.isNormal && scale > 0 ? scale : 1
        self.data = data
    }
}

// This is the only file that depends on the system's image class. The part for UIKit and AppKit has been neither
// compiled nor run on the systems on which this package is built and tested.

#if canImport(UIKit)
    import UIKit

    /// The image that ``ImageResponseSerializer`` makes on systems with UIKit.
    public typealias PlatformImage = UIImage

    extension ImageResponseSerializer {
        /// Returns the image at a scale, decoded ahead if requested (`AFInflatedImageFromResponseWithDataAtScale`).
        func makeImage(of data: Data) throws -> PlatformImage {
            guard let image = UIImage(data: data, scale: imageScale) else { throw UndecodableData.unreadableImage }
            #if os(watchOS)
                return image
            #else
                return automaticallyInflatesImage && image.isSmallAndStill
                    ? image.preparingForDisplay() ?? image : image
            #endif
        }
    }

    extension UIImage {
        /// Whether AFNetworking would inflate the image: it inflates neither animated images nor those of more pixels
        /// than this, since a small file can hold a bitmap of gigabytes.
        fileprivate var isSmallAndStill: Bool {
            images == nil && size.width * scale * size.height * scale <= 1024 * 1024
        }
    }
#elseif canImport(AppKit)
    import AppKit

    /// The image that ``ImageResponseSerializer`` makes on systems with AppKit and without UIKit.
    public typealias PlatformImage = NSImage

    extension ImageResponseSerializer {
        /// Returns the image in the size of its pixels.
        func makeImage(of data: Data) throws -> PlatformImage {
            guard let bitmap = NSBitmapImageRep(data: data) else { throw UndecodableData.unreadableImage }
            let image = NSImage(size: NSSize(width: bitmap.pixelsWide, height: bitmap.pixelsHigh))
            image.addRepresentation(bitmap)
            return image
        }
    }
#else
    /// The image of ``ImageResponseSerializer`` on systems without a class for images: the bytes and their header.
    public typealias PlatformImage = ResponseImage

    extension ImageResponseSerializer {
        /// Returns the bytes with the contents of their header; no pixel is decoded.
        func makeImage(of data: Data) throws -> PlatformImage {
            try ResponseImage(data, scale: imageScale)
        }
    }
#endif

#if canImport(UIKit) || canImport(AppKit)
    extension UndecodableData {
        fileprivate static var unreadableImage: UndecodableData {
            UndecodableData(
                "The data is not an image that this system reads, or is cut off. Load it again; if that does not help, "
                    + "replace the file on the server.")
        }
    }
#endif

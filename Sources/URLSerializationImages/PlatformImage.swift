// The only file in which the systems' classes of images differ. The part for UIKit and AppKit has neither been compiled
// nor run on the systems on which this package is built and tested.

#if canImport(UIKit)
    import UIKit

    /// The image of ``ImageResponseSerializer``: UIKit's.
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

    /// The image of ``ImageResponseSerializer``: AppKit's.
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
        /// Returns the image, not decoded.
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

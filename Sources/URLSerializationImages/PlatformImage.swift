// The one file in which the systems' classes of images differ. The part for UIKit and AppKit has neither been compiled
// nor run on the systems that this package is built and tested on.

#if canImport(UIKit)
    import UIKit

    /// What ``ImageResponseSerializer`` makes: UIKit's image.
    public typealias PlatformImage = UIImage

    extension ImageResponseSerializer {
        /// The image at a scale, decoded ahead if so desired (`AFInflatedImageFromResponseWithDataAtScale`).
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
        /// AFNetworking inflates no animated image, and none of more pixels than this: a small file can hold a bitmap
        /// of gigabytes.
        fileprivate var isSmallAndStill: Bool {
            images == nil && size.width * scale * size.height * scale <= 1024 * 1024
        }
    }
#elseif canImport(AppKit)
    import AppKit

    /// What ``ImageResponseSerializer`` makes: AppKit's image.
    public typealias PlatformImage = NSImage

    extension ImageResponseSerializer {
        /// The image in the size of its pixels.
        func makeImage(of data: Data) throws -> PlatformImage {
            guard let bitmap = NSBitmapImageRep(data: data) else { throw UndecodableData.unreadableImage }
            let image = NSImage(size: NSSize(width: bitmap.pixelsWide, height: bitmap.pixelsHigh))
            image.addRepresentation(bitmap)
            return image
        }
    }
#else
    /// What ``ImageResponseSerializer`` makes: where the system has no class for images, the bytes and their header.
    public typealias PlatformImage = ResponseImage

    extension ImageResponseSerializer {
        /// The image, not decoded.
        func makeImage(of data: Data) throws -> PlatformImage {
            try ResponseImage(data, scale: imageScale)
        }
    }
#endif

#if canImport(UIKit) || canImport(AppKit)
    extension UndecodableData {
        fileprivate static var unreadableImage: UndecodableData {
            UndecodableData(
                "The data is no image that this system reads, or is cut off. Load it again; if that does not help, "
                    + "replace the file on the server.")
        }
    }
#endif

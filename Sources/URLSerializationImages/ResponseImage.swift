/// An image on systems without a class for images: its bytes, and the contents of its header.
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
    /// The image file's bytes, unchanged.
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

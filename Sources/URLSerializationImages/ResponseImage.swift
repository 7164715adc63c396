/// An image where the system has no class for one: its bytes, and what its header says.
///
/// The pixels are not decoded. What is known is that the data has the signature and the structure of its format, and
/// that it goes on to where that structure ends: PNG's IEND chunk, the end-of-image marker of JPEG, the trailer of GIF,
/// the pixels and the declared file size of BMP, the first directory of TIFF with all its values, strips and tiles, and
/// each image of an icon. Bytes behind that do not matter, nor do the further pages of a TIFF file.
public struct ResponseImage: Hashable, Sendable {
    /// The format, by the signature of the data, whatever content type the server gave.
    public let format: ImageFormat
    /// The width in pixels, at least 1. Of an icon, that of the largest image; of a GIF, that of the logical screen.
    public let pixelWidth: Int
    /// The height in pixels, at least 1.
    public let pixelHeight: Int
    /// The number of pixels to a point.
    public let scale: Double
    /// The image file as it came.
    public let data: Data

    /// The size in points: that in pixels divided by the scale.
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

/// The width and height of an image, both positive.
struct PixelSize: Hashable {
    let width: Int
    let height: Int

    /// - Throws: For an empty image, and for one whose bitmap, at four bytes a pixel, exceeds any memory.
    init(width: Int, height: Int, in reader: ImageReader) throws(UndecodableData) {
        // The sides of these formats have at most 31 bits, except TIFF's. If Int has 32 bits, those are clamped.
        let sides = 1...Int(Int32.max - 1)
        let pixels = width.multipliedReportingOverflow(by: height)
        guard sides.contains(width), sides.contains(height), !pixels.overflow, pixels.partialValue <= Int.max / 4 else {
            throw reader.damaged("it claims to be \(width) by \(height) pixels large")
        }
        self.width = width
        self.height = height
    }
}

/// The check that a PNG image is complete, and its size (PNG, third edition, sections 5 and 11).
enum PNGHeader {
    /// Returns the size, after walking the chunks to the end of IEND. Bytes after that are ignored, and checksums are
    /// not verified.
    static func pixelSize(in reader: ImageReader) throws(UndecodableData) -> PixelSize {
        var offset = signatureLength
        guard try reader.uint32(at: offset) == headerLength, try reader.uint32(at: offset + 4) == headerType else {
            throw reader.damaged("its first chunk is not IHDR")
        }
        try reader.require(headerLength + chunkOverhead, at: offset)
        let size = try PixelSize(
            width: try reader.uint32(at: offset + 8), height: try reader.uint32(at: offset + 12), in: reader)
        offset += headerLength + chunkOverhead

        var hasPixels = false
        while true {
            let length = try reader.uint32(at: offset)
            let type = try reader.uint32(at: offset + 4)
            try reader.require(chunkOverhead, at: offset)
            try reader.require(length, at: offset + chunkOverhead)
            if type == dataType { hasPixels = true }
            if type == endType { break }
            offset += length + chunkOverhead
        }
        guard hasPixels else { throw reader.damaged("it has no IDAT chunk") }
        return size
    }

    private static let signatureLength = 8
    /// The bytes of IHDR's data.
    private static let headerLength = 13
    /// The bytes of a chunk's length, type and checksum.
    private static let chunkOverhead = 12
    /// "IHDR", "IDAT" and "IEND" as numbers.
    private static let headerType = 0x4948_4452
    private static let dataType = 0x4944_4154
    private static let endType = 0x4945_4E44
}

/// The check that an icon is complete, and its size (ICONDIR and ICONDIRENTRY).
enum ICOHeader {
    /// Returns the size of the largest image in the directory. Every image must lie within the data, and begin as a
    /// bitmap's header or a PNG image does.
    static func pixelSize(in reader: ImageReader) throws(UndecodableData) -> PixelSize {
        let count = try reader.uint16(at: 4)
        guard count > 0 else { throw reader.damaged("it has no images") }
        try reader.require(count, of: entrySize, at: 6)
        let directoryEnd = 6 + count * entrySize

        var largest = (width: 0, height: 0)
        for index in 0..<count {
            let entry = 6 + index * entrySize
            let length = try reader.uint32(at: entry + 8)
            let offset = try reader.uint32(at: entry + 12)
            try reader.require(length, at: offset)
            guard offset >= directoryEnd, length >= bitmapHeaderSize else {
                throw reader.damaged("image \(index) is too short or lies within the directory")
            }
            let isPNG = try reader.uint32(at: offset) == pngSignature
            let isBitmap = try reader.uint32(at: offset) == bitmapHeaderSize
            guard isPNG || isBitmap else {
                throw reader.damaged("image \(index) is neither a bitmap nor a PNG image")
            }
            let (width, height) = (try side(at: entry, in: reader), try side(at: entry + 1, in: reader))
            if width * height > largest.width * largest.height { largest = (width, height) }
        }
        return try PixelSize(width: largest.width, height: largest.height, in: reader)
    }

    /// Returns the length of a side in pixels. A side of 256 pixels is written as 0.
    private static func side(at offset: Int, in reader: ImageReader) throws(UndecodableData) -> Int {
        let side = try reader.byte(at: offset)
        return side == 0 ? 256 : side
    }

    private static let entrySize = 16
    /// The bytes 89, "P", "N", "G" as a number.
    private static let pngSignature = 0x474E_5089
    private static let bitmapHeaderSize = 40
}

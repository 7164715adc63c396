/// The check that a bitmap is complete, and its size (BITMAPFILEHEADER and the headers that follow it).
enum BMPHeader {
    /// Returns the size, after checking that the pixels lie within the data and that the file is as long as it
    /// declares.
    ///
    /// A declared file size of 0, which some programs write, is ignored. Compressed pixels need a declared size, either
    /// theirs or the file's; they are not decoded.
    static func pixelSize(in reader: ImageReader) throws(UndecodableData) -> PixelSize {
        let fileSize = try reader.uint32(at: 2)
        let pixelOffset = try reader.uint32(at: 10)
        let headerSize = try reader.uint32(at: 14)
        try reader.require(headerSize, at: 14)
        try reader.require(fileSize, at: 0)
        guard headerSize == coreSize || headerSize >= infoSize else {
            throw reader.damaged("its header has \(headerSize) bytes")
        }
        guard pixelOffset >= 14 + headerSize else { throw reader.damaged("its pixels lie within its headers") }

        if headerSize == coreSize {
            let size = try PixelSize(width: try reader.uint16(at: 18), height: try reader.uint16(at: 20), in: reader)
            try requirePixels(of: size, bits: try reader.uint16(at: 24), at: pixelOffset, in: reader)
            return size
        }
        // A negative height means that the first row is the top one.
        let height = try reader.int32(at: 22)
        let size = try PixelSize(
            width: try reader.int32(at: 18), height: Int(clamping: height.magnitude), in: reader)
        switch try reader.uint32(at: 30) {
        case 0, 3, 6:  // BI_RGB, BI_BITFIELDS, BI_ALPHABITFIELDS
            try requirePixels(of: size, bits: try reader.uint16(at: 28), at: pixelOffset, in: reader)
        case 1, 2, 4, 5:  // BI_RLE8, BI_RLE4, BI_JPEG, BI_PNG
            let length = try reader.uint32(at: 34)
            guard length > 0 || fileSize > pixelOffset else {
                throw reader.damaged("the length of its compressed pixels is missing")
            }
            try reader.require(max(length, 1), at: pixelOffset)
        case let other:
            throw reader.damaged("the compression \(other) is unknown")
        }
        return size
    }

    private static func requirePixels(
        of size: PixelSize, bits: Int, at offset: Int, in reader: ImageReader
    ) throws(UndecodableData) {
        guard [1, 2, 4, 8, 16, 24, 32, 64].contains(bits) else {
            throw reader.damaged("its pixels have \(bits) bits")
        }
        // Rows are filled up to four bytes. Sides of 31 bits times 64 bits fit into an Int64.
        let row = (Int64(size.width) * Int64(bits) + 31) / 32 * 4
        try reader.require(size.height, of: Int(clamping: row), at: offset)
    }

    /// The sizes of BITMAPCOREHEADER and BITMAPINFOHEADER, which the later headers extend.
    private static let coreSize = 12
    private static let infoSize = 40
}

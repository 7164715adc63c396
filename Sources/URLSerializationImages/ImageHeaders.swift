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
    /// The number of bytes in IHDR's data.
    private static let headerLength = 13
    /// The bytes of a chunk's length, type and checksum.
    private static let chunkOverhead = 12
    /// "IHDR", "IDAT" and "IEND" as numbers.
    private static let headerType = 0x4948_4452
    private static let dataType = 0x4944_4154
    private static let endType = 0x4945_4E44
}

/// The check that a JPEG image is complete, and its size (ITU-T T.81, annex B).
enum JPEGHeader {
    /// Returns the size, after walking the segments and the scans between them to the end-of-image marker.
    ///
    /// Bytes after that marker and between segments are ignored, as in decoders. The number of lines must be in the
    /// frame header: the DNL marker is not read.
    static func pixelSize(in reader: ImageReader) throws(UndecodableData) -> PixelSize {
        var size: PixelSize?
        var hasScan = false
        var offset = 2
        while true {
            let marker = try nextMarker(in: reader, from: &offset)
            switch marker {
            case 0x01, 0xD0...0xD8:  // TEM, restart markers and SOI have no segment.
                continue
            case 0xD9:  // EOI
                guard let size, hasScan else { throw reader.damaged("it ends before its first scan") }
                return size
            case 0xDA:  // SOS
                guard size != nil else { throw reader.damaged("a scan comes before its frame header") }
                hasScan = true
            // SOF, the frame header. DHT, JPG and DAC are among the same codes.
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker) && size == nil:
                size = try PixelSize(
                    width: try reader.uint16(at: offset + 5), height: try reader.uint16(at: offset + 3), in: reader)
            default:
                break
            }
            let length = try reader.uint16(at: offset)
            guard length >= 2 else { throw reader.damaged("a segment has the length \(length)") }
            try reader.require(length, at: offset)
            offset += length
        }
    }

    /// Returns the next marker, and moves the offset past it. A marker is one or more bytes FF and a byte other than
    /// 00; FF 00 stands for a byte FF of a scan.
    private static func nextMarker(in reader: ImageReader, from offset: inout Int) throws(UndecodableData) -> Int {
        while true {
            offset = try reader.firstOffset(of: 0xFF, from: offset) + 1
            var code = try reader.byte(at: offset)
            while code == 0xFF {
                offset += 1
                code = try reader.byte(at: offset)
            }
            offset += 1
            if code != 0 { return code }
        }
    }
}

/// The check that a GIF image is complete, and its size (GIF89a specification).
enum GIFHeader {
    /// Returns the size of the logical screen, after walking the blocks to the trailer. Bytes after that are ignored.
    static func pixelSize(in reader: ImageReader) throws(UndecodableData) -> PixelSize {
        let size = try PixelSize(width: try reader.uint16(at: 6), height: try reader.uint16(at: 8), in: reader)
        var offset = 13 + colorTableLength(flags: try reader.byte(at: 10))
        var hasImage = false
        while true {
            switch try reader.byte(at: offset) {
            case 0x2C:  // An image: descriptor, perhaps a color table, the code size, then sub-blocks.
                hasImage = true
                offset += 11 + colorTableLength(flags: try reader.byte(at: offset + 9))
            case 0x21:  // An extension: its label, then sub-blocks.
                offset += 2
            case 0x3B:
                guard hasImage else { throw reader.damaged("it has no image block") }
                return size
            case let other:
                throw reader.damaged("a block begins with the invalid byte \(other) at \(offset)")
            }
            try skipSubBlocks(in: reader, from: &offset)
        }
    }

    private static func skipSubBlocks(in reader: ImageReader, from offset: inout Int) throws(UndecodableData) {
        while true {
            let length = try reader.byte(at: offset)
            offset += 1 + length
            if length == 0 { return }
        }
    }

    private static func colorTableLength(flags: Int) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << ((flags & 0x07) + 1)
    }
}

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
        // Rows are padded to a multiple of four bytes. Sides of 31 bits times 64 bits fit into an Int64.
        let row = (Int64(size.width) * Int64(bits) + 31) / 32 * 4
        try reader.require(size.height, of: Int(clamping: row), at: offset)
    }

    /// The sizes of BITMAPCOREHEADER and BITMAPINFOHEADER, which the later headers extend.
    private static let coreSize = 12
    private static let infoSize = 40
}

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

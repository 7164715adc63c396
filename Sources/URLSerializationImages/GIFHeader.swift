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

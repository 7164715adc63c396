/// The check that a TIFF image is complete, and its size (TIFF 6.0, sections 2, 3 and 15).
enum TIFFHeader {
    /// Returns the size in the first image file directory. The further pages of a file are not read.
    ///
    /// All values of the directory and all strips or tiles must lie within the data. Their number is not compared with
    /// the size.
    static func pixelSize(in reader: ImageReader) throws(UndecodableData) -> PixelSize {
        let directory = try reader.uint32(at: 4)
        guard directory >= 8 else { throw reader.damaged("its directory lies within its header") }
        let count = try reader.uint16(at: directory)
        // The entries, and the offset of the next directory after them.
        try reader.require(2 + count * entrySize + 4, at: directory)

        // If a tag occurs twice, the first one is used, so each array is walked at most once.
        var fields: [Int: Field] = [:]
        for index in 0..<count {
            let entry = directory + 2 + index * entrySize
            let tag = try reader.uint16(at: entry)
            let field = try Field(at: entry, in: reader)
            if readTags.contains(tag), fields[tag] == nil { fields[tag] = field }
        }
        guard let width = fields[widthTag], let height = fields[heightTag] else {
            throw reader.damaged("its directory has no width or height")
        }
        let size = try PixelSize(
            width: try width.number(0, in: reader), height: try height.number(0, in: reader), in: reader)
        guard let offsets = fields[stripOffsetsTag] ?? fields[tileOffsetsTag],
            let lengths = fields[stripLengthsTag] ?? fields[tileLengthsTag],
            offsets.count == lengths.count
        else {
            throw reader.damaged("its directory does not say where the pixels are")
        }
        var hasPixels = false
        for index in 0..<offsets.count {
            let length = try lengths.number(index, in: reader)
            try reader.require(length, at: try offsets.number(index, in: reader))
            if length > 0 { hasPixels = true }
        }
        guard hasPixels else { throw reader.damaged("all its strips are empty") }
        return size
    }

    private static let entrySize = 12
    private static let (widthTag, heightTag) = (256, 257)
    private static let (stripOffsetsTag, stripLengthsTag) = (273, 279)
    private static let (tileOffsetsTag, tileLengthsTag) = (324, 325)
    private static let readTags = [
        widthTag, heightTag, stripOffsetsTag, stripLengthsTag, tileOffsetsTag, tileLengthsTag,
    ]
}

/// The values of an entry of a directory.
private struct Field {
    private let size: Int
    private let offset: Int
    private let isInteger: Bool
    let count: Int

    /// Checks that the values lie within the data. Returns `nil` for types that TIFF 6.0 does not have, which readers
    /// skip.
    init?(at entry: Int, in reader: ImageReader) throws(UndecodableData) {
        switch try reader.uint16(at: entry + 2) {
        case 1, 2, 6, 7: (size, isInteger) = (1, false)
        case 3: (size, isInteger) = (2, true)
        case 4: (size, isInteger) = (4, true)
        case 8: (size, isInteger) = (2, false)
        case 9, 11: (size, isInteger) = (4, false)
        case 5, 10, 12: (size, isInteger) = (8, false)
        default: return nil
        }
        count = try reader.uint32(at: entry + 4)
        // Values of four bytes or less are in the entry itself.
        offset = count <= 4 / size ? entry + 8 : try reader.uint32(at: entry + 8)
        try reader.require(count, of: size, at: offset)
    }

    /// Returns one of the values, which must be a SHORT or a LONG.
    func number(_ index: Int, in reader: ImageReader) throws(UndecodableData) -> Int {
        guard isInteger, index < count else { throw reader.damaged("a number of its directory has an unsuitable type") }
        let position = offset + index * size
        return size == 2 ? try reader.uint16(at: position) : try reader.uint32(at: position)
    }
}

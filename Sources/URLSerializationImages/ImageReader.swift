/// A reader of the numbers in an image, none of them beyond its end.
///
/// Offsets and counts taken from an image are checked against its size only here. Such a number is neither used for an
/// allocation nor added to another before ``require(_:of:at:)`` has checked it, so that no sum can overflow.
///
/// The bytes are those of the cursor, valid during the call that lends it.
struct ImageReader {
    private let cursor: ByteCursor
    private let format: ImageFormat
    /// Whether the first byte of a number is the most significant one.
    let isBigEndian: Bool

    /// Creates a reader in the byte order of a format. A TIFF image declares its own byte order.
    init(_ cursor: ByteCursor, format: ImageFormat) {
        self.cursor = cursor
        self.format = format
        switch format {
        case .png, .jpeg: isBigEndian = true
        case .gif, .bmp, .ico: isBigEndian = false
        case .tiff: isBigEndian = cursor.byte == 0x4D
        }
    }

    /// Checks that `count` items of `size` bytes, at least one, lie within the image.
    func require(_ count: Int, of size: Int = 1, at offset: Int) throws(UndecodableData) {
        guard cursor.holds(count, of: size, at: offset) else { throw cutOff }
    }

    /// Returns the byte at an offset from the image's beginning, from 0 to 255.
    func byte(at offset: Int) throws(UndecodableData) -> Int {
        Int(try number(of: 1, at: offset))
    }

    /// Returns the number in two bytes.
    func uint16(at offset: Int) throws(UndecodableData) -> Int {
        Int(try number(of: 2, at: offset))
    }

    /// Returns the number in four bytes. If `Int` has 32 bits, it is at most the largest `Int`, which is beyond any
    /// data's end.
    func uint32(at offset: Int) throws(UndecodableData) -> Int {
        Int(clamping: try number(of: 4, at: offset))
    }

    /// Returns the signed number in four bytes.
    func int32(at offset: Int) throws(UndecodableData) -> Int {
        Int(Int32(bitPattern: UInt32(truncatingIfNeeded: try number(of: 4, at: offset))))
    }

    /// Returns the offset of the first occurrence of a byte from an offset on.
    func firstOffset(of byte: UInt8, from offset: Int) throws(UndecodableData) -> Int {
        guard let found = cursor.index(of: byte, from: offset, to: cursor.end) else { throw cutOff }
        return found
    }

    private func number(of size: Int, at offset: Int) throws(UndecodableData) -> UInt64 {
        guard let number = cursor.number(at: offset, size: size, isBigEndian: isBigEndian) else { throw cutOff }
        return number
    }
}

extension ImageReader {
    /// The error of an image that refers to bytes it does not have.
    var cutOff: UndecodableData {
        UndecodableData(
            "The \(format.rawValue.uppercased()) image is cut off: its \(cursor.end) bytes end before the image does. "
                + "Load it again; if that does not help, the file on the server is incomplete.")
    }

    /// Returns the error of an image that contradicts its format.
    func damaged(_ reason: String) -> UndecodableData {
        UndecodableData(
            "The \(format.rawValue.uppercased()) image is damaged: \(reason). Replace the file on the server.")
    }
}

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

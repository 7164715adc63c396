/// Reads numbers out of an image, none of them beyond its end.
///
/// Offsets and counts taken from an image are checked against its size here and nowhere else: what they claim is
/// neither allocated nor added up before ``require(_:of:at:)`` has seen it, so that no sum can overflow.
///
/// The bytes are those of ``read(_:format:_:)``, valid until it returns; the reader must not outlive its closure. Each
/// access comes after a `require` of what it accesses. Through `Data`'s own subscript and search, which are safe
/// without that, walking the scans of a JPEG image took 33 ns a byte, a third of a second for 10 MB; so it takes 2.
struct ImageReader {
    private let bytes: UnsafeRawBufferPointer
    private let format: ImageFormat
    /// Whether the first byte of a number is the most significant one.
    let isBigEndian: Bool

    /// Reads data in the byte order of a format; a TIFF image says itself which one it has.
    static func read<Value>(
        _ data: Data, format: ImageFormat, _ body: (ImageReader) throws(UndecodableData) -> Value
    ) throws(UndecodableData) -> Value {
        // Not every Foundation's withUnsafeBytes throws what its closure throws with its type.
        let result = data.withUnsafeBytes { bytes in
            Result { () throws(UndecodableData) in try body(ImageReader(bytes, format: format)) }
        }
        return try result.get()
    }

    private init(_ bytes: UnsafeRawBufferPointer, format: ImageFormat) {
        self.bytes = bytes
        self.format = format
        switch format {
        case .png, .jpeg: isBigEndian = true
        case .gif, .bmp, .ico: isBigEndian = false
        case .tiff: isBigEndian = bytes.first == 0x4D
        }
    }

    /// The number of bytes.
    var count: Int { bytes.count }

    /// Checks that `count` items of `size` bytes, at least one, lie within the image.
    func require(_ count: Int, of size: Int = 1, at offset: Int) throws(UndecodableData) {
        guard offset >= 0, offset <= bytes.count, count <= (bytes.count - offset) / size else { throw cutOff }
    }

    /// The byte at an offset from the image's beginning, from 0 to 255.
    func byte(at offset: Int) throws(UndecodableData) -> Int {
        try require(1, at: offset)
        return Int(bytes[offset])
    }

    /// The number in two bytes.
    func uint16(at offset: Int) throws(UndecodableData) -> Int {
        try require(2, at: offset)
        return Int(UInt16(truncatingIfNeeded: number(of: 2, at: offset)))
    }

    /// The number in four bytes; where `Int` has 32 bits, at most the largest `Int`, which is beyond any data's end.
    func uint32(at offset: Int) throws(UndecodableData) -> Int {
        try require(4, at: offset)
        return Int(clamping: number(of: 4, at: offset))
    }

    /// The signed number in four bytes.
    func int32(at offset: Int) throws(UndecodableData) -> Int {
        try require(4, at: offset)
        return Int(Int32(bitPattern: number(of: 4, at: offset)))
    }

    /// Whether these bytes lie at the offset.
    func has(_ expected: [UInt8], at offset: Int) throws(UndecodableData) -> Bool {
        try require(expected.count, at: offset)
        return bytes[offset...].starts(with: expected)
    }

    /// The offset of the first byte of a value, searching from an offset on.
    func firstOffset(of byte: UInt8, from offset: Int) throws(UndecodableData) -> Int {
        try require(1, at: offset)
        guard let found = bytes[offset...].firstIndex(of: byte) else { throw cutOff }
        return found
    }

    /// The bytes must have been required.
    private func number(of size: Int, at offset: Int) -> UInt32 {
        var number: UInt32 = 0
        for place in 0..<size {
            let position = isBigEndian ? place : size - 1 - place
            number = number << 8 | UInt32(bytes[offset + position])
        }
        return number
    }
}

extension ImageReader {
    /// The error of an image that refers to bytes it does not have.
    var cutOff: UndecodableData {
        UndecodableData(
            "The \(format.rawValue.uppercased()) image is cut off: its \(count) bytes end before the image does. "
                + "Load it again; if that does not help, the file on the server is incomplete.")
    }

    /// The error of an image that contradicts its format.
    func damaged(_ reason: String) -> UndecodableData {
        UndecodableData(
            "The \(format.rawValue.uppercased()) image is damaged: \(reason). Replace the file on the server.")
    }
}

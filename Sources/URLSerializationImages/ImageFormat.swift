/// The image formats whose headers ``ResponseImage`` reads.
public enum ImageFormat: String, CaseIterable, Hashable, Codable, Sendable {
    /// Portable Network Graphics (W3C PNG specification).
    case png
    /// Baseline, progressive, lossless and arithmetic-coded JPEG (ITU-T T.81).
    case jpeg
    /// GIF87a and GIF89a, still or animated.
    case gif
    /// Windows and OS/2 bitmaps, which begin with `BM`.
    case bmp
    /// Classic TIFF (TIFF 6.0), in either byte order. BigTIFF is not read.
    case tiff
    /// Windows icons. Cursors are not read.
    case ico
}

extension ImageFormat {
    /// Creates the format whose signature the data begins with, or returns `nil`. The response's content type is
    /// ignored.
    init?(signatureOf data: Data) {
        guard let format = Self.allCases.first(where: { $0.signatures.contains { data.starts(with: $0) } })
        else { return nil }
        self = format
    }

    private var signatures: [[UInt8]] {
        switch self {
        case .png: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
        case .jpeg: [[0xFF, 0xD8, 0xFF]]
        case .gif: [Array("GIF87a".utf8), Array("GIF89a".utf8)]
        case .bmp: [Array("BM".utf8)]
        case .tiff: [[0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A]]
        case .ico: [[0x00, 0x00, 0x01, 0x00]]
        }
    }

    /// Returns the size of an image of this format.
    func pixelSize(in data: Data) throws(UndecodableData) -> PixelSize {
        try data.withCursor { cursor throws(UndecodableData) in
            let reader = ImageReader(cursor, format: self)
            return switch self {
            case .png: try PNGHeader.pixelSize(in: reader)
            case .jpeg: try JPEGHeader.pixelSize(in: reader)
            case .gif: try GIFHeader.pixelSize(in: reader)
            case .bmp: try BMPHeader.pixelSize(in: reader)
            case .tiff: try TIFFHeader.pixelSize(in: reader)
            case .ico: try ICOHeader.pixelSize(in: reader)
            }
        }
    }
}

import Testing
import URLSerializationImages

/// A small complete image. Pillow 13 made or opened it, and reports this format and size.
struct SampleImage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let format: ImageFormat
    let width: Int
    let height: Int
    /// The number of bytes at the end that belong to no part of the image.
    let spare: Int
    let data: Data

    private init(
        _ description: String, _ format: ImageFormat, _ width: Int, _ height: Int, spare: Int = 0, _ file: String
    ) {
        testDescription = description
        self.format = format
        self.width = width
        self.height = height
        self.spare = spare
        let url = Bundle.module.url(forResource: file, withExtension: format.rawValue, subdirectory: "Images")
        data = url.flatMap { try? Data(contentsOf: $0) } ?? Data()
    }

    static let all = [
        SampleImage("PNG, true color", .png, 7, 5, "true-color"),
        SampleImage("PNG, palette and text", .png, 5, 4, "palette-and-text"),
        SampleImage("PNG, interlaced", .png, 9, 3, "interlaced"),
        SampleImage("JPEG, baseline", .jpeg, 16, 9, "baseline"),
        SampleImage("JPEG, progressive, color", .jpeg, 17, 11, "progressive-color"),
        SampleImage(
            "JPEG, Exif, restart markers, an end marker in a comment", .jpeg, 24, 16, "exif-and-restart-markers"),
        SampleImage("JPEG, fill bytes", .jpeg, 8, 8, "fill-bytes"),
        SampleImage("JPEG, bytes after the end", .jpeg, 8, 8, spare: 5, "bytes-after-the-end"),
        SampleImage("GIF89a, still", .gif, 6, 4, "gif89a-still"),
        SampleImage("GIF89a, animated", .gif, 10, 3, "gif89a-animated"),
        SampleImage("GIF87a", .gif, 6, 4, "gif87a"),
        SampleImage("GIF, local color table", .gif, 6, 4, "local-color-table"),
        SampleImage("BMP, 24 bits", .bmp, 5, 3, "24-bits"),
        SampleImage("BMP, 1 bit, palette", .bmp, 9, 2, "1-bit-palette"),
        SampleImage("BMP, core header", .bmp, 3, 2, "core-header"),
        SampleImage("BMP, top row first", .bmp, 3, 2, "top-row-first"),
        SampleImage("BMP, run-length encoded", .bmp, 4, 2, "run-length-encoded"),
        SampleImage("BMP, version 5, bit fields", .bmp, 2, 2, "version-5-bit-fields"),
        SampleImage("BMP, file size 0", .bmp, 5, 3, "file-size-0"),
        SampleImage("TIFF, little-endian", .tiff, 6, 5, "little-endian"),
        SampleImage("TIFF, little-endian, packed bits, strips", .tiff, 20, 12, "little-endian-packed-bits-strips"),
        SampleImage("TIFF, big-endian", .tiff, 3, 4, "big-endian"),
        SampleImage("TIFF, big-endian, tiles, directory last", .tiff, 20, 10, "big-endian-tiles-directory-last"),
        SampleImage(
            "TIFF, little-endian, strips, directory last", .tiff, 20, 10, "little-endian-strips-directory-last"),
        SampleImage("ICO, bitmap", .ico, 8, 8, "bitmap"),
        SampleImage("ICO, two PNG images", .ico, 12, 12, "two-png-images"),
        SampleImage("ICO, a PNG image of 256 pixels and a bitmap", .ico, 256, 256, "png-image-and-bitmap"),
    ]
}

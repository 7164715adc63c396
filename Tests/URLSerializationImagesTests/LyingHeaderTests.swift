import TestSupport
import Testing
import URLSerializationImages

/// An image with a false header.
struct Lie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let data: Data

    init(_ description: String, _ data: Data) {
        testDescription = description
        self.data = data
    }

    /// Creates the image of this description with bytes overwritten at offsets, or returns `nil` if there is none.
    init?(_ description: String, in image: String, _ changes: [(offset: Int, bytes: [UInt8])]) {
        guard var data = SampleImage.all.first(where: { $0.testDescription == image })?.data else { return nil }
        for (offset, bytes) in changes {
            data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
        self.init("\(image): \(description)", data)
    }
}

@Suite struct LyingHeaderTests {
    private static let ones: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    private static let zeros: [UInt8] = [0, 0, 0, 0]

    private static let lies: [Lie?] = [
        Lie("width 0", in: "PNG, true color", [(16, zeros)]),
        Lie("height 0", in: "PNG, true color", [(20, zeros)]),
        Lie("width 2³²−1", in: "PNG, true color", [(16, ones)]),
        Lie("both sides 2³¹−2", in: "PNG, true color", [(16, [0x7F, 0xFF, 0xFF, 0xFE, 0x7F, 0xFF, 0xFF, 0xFE])]),
        Lie("IHDR of 2³²−1 bytes", in: "PNG, true color", [(8, ones)]),
        Lie("IHDR of 12 bytes", in: "PNG, true color", [(11, [12])]),
        Lie("IDAT of 2³²−1 bytes", in: "PNG, true color", [(33, ones)]),
        Lie("IDAT one byte longer", in: "PNG, interlaced", [(36, [44])]),
        Lie("no IHDR", in: "PNG, true color", [(12, Array("IHDX".utf8))]),
        Lie("no IDAT", in: "PNG, true color", [(37, Array("IDAX".utf8))]),
        Lie("width 0", in: "GIF87a", [(6, [0, 0])]),
        Lie("height 0", in: "GIF87a", [(8, [0, 0])]),
        Lie("color table beyond the end", in: "GIF87a", [(10, [0xFF])]),
        Lie("file of 2³²−1 bytes", in: "BMP, 24 bits", [(2, ones)]),
        Lie("file one byte longer", in: "BMP, 24 bits", [(2, [103])]),
        Lie("pixels at 2³²−1", in: "BMP, 24 bits", [(10, ones)]),
        Lie("pixels within the header", in: "BMP, 24 bits", [(10, [14])]),
        Lie("pixels one byte further", in: "BMP, 24 bits", [(10, [55])]),
        Lie("header of 2³²−1 bytes", in: "BMP, 24 bits", [(14, ones)]),
        Lie("header of 13 bytes", in: "BMP, 24 bits", [(14, [13])]),
        Lie("width 0", in: "BMP, 24 bits", [(18, zeros)]),
        Lie("width −1", in: "BMP, 24 bits", [(18, ones)]),
        Lie("height −2³¹", in: "BMP, 24 bits", [(22, [0, 0, 0, 0x80])]),
        Lie("both sides 2³¹−2", in: "BMP, 24 bits", [(18, [0xFE, 0xFF, 0xFF, 0x7F, 0xFE, 0xFF, 0xFF, 0x7F])]),
        Lie("one row more", in: "BMP, 24 bits", [(22, [4])]),
        Lie("no bits", in: "BMP, 24 bits", [(28, [0, 0])]),
        Lie("65,535 bits", in: "BMP, 24 bits", [(28, [0xFF, 0xFF])]),
        Lie("compression 9", in: "BMP, 24 bits", [(30, [9])]),
        Lie("pixels of 2³²−1 bytes", in: "BMP, run-length encoded", [(34, ones)]),
        Lie("no sizes", in: "BMP, run-length encoded", [(2, zeros), (34, zeros)]),
        Lie("height 0", in: "BMP, core header", [(20, [0, 0])]),
        Lie("directory at 2³²−1", in: "TIFF, little-endian", [(4, ones)]),
        Lie("directory in the header", in: "TIFF, little-endian", [(4, zeros)]),
        Lie("65,535 entries", in: "TIFF, little-endian", [(8, [0xFF, 0xFF])]),
        Lie("no entries", in: "TIFF, little-endian", [(8, [0, 0])]),
        Lie("BigTIFF", in: "TIFF, little-endian", [(2, [43])]),
        Lie("no images", in: "ICO, bitmap", [(4, [0, 0])]),
        Lie("65,535 images", in: "ICO, bitmap", [(4, [0xFF, 0xFF])]),
        Lie("image of 2³²−1 bytes", in: "ICO, bitmap", [(14, ones)]),
        Lie("image of no bytes", in: "ICO, bitmap", [(14, zeros)]),
        Lie("image at 2³²−1", in: "ICO, bitmap", [(18, ones)]),
        Lie("image in the directory", in: "ICO, bitmap", [(18, zeros)]),
        Lie("image of no kind", in: "ICO, bitmap", [(22, [41])]),
        Lie("cursor", in: "ICO, bitmap", [(2, [2])]),
    ]

    @Test("An image with such a header is an error", arguments: lies)
    func changed(_ lie: Lie?) throws {
        let lie = try #require(lie)
        #expect(throws: UndecodableData.self) { try ResponseImage(lie.data, scale: 1) }
    }

    /// The samples' directories begin with the width and the height; each entry has 12 bytes.
    @Test("A TIFF image with any false entry is an error", arguments: ["<", ">"])
    func tiffEntries(order: Character) throws {
        let name =
            order == "<" ? "TIFF, little-endian, strips, directory last" : "TIFF, big-endian, tiles, directory last"
        let sample = try #require(SampleImage.all.first { $0.testDescription == name })
        let number = { (offset: Int, size: Int) -> Int in
            let bytes = sample.data[offset..<offset + size]
            return (order == "<" ? bytes.reversed() : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        let directory = number(4, 4)
        let read: Set<Int> = [256, 257, 273, 279, 324, 325]
        var seen: Set<Int> = []
        for index in 0..<number(directory, 2) {
            let entry = directory + 2 + index * 12
            guard read.contains(number(entry, 2)) else { continue }
            seen.insert(number(entry, 2))
            // An absurd count, no values, values far away, values of a fraction's type, another tag.
            for (offset, bytes) in [
                (4, Self.ones), (4, Self.zeros), (8, Self.ones), (2, order == "<" ? [5, 0] : [0, 5]), (0, [0, 0]),
            ] {
                // 65,535 is a valid side, and a SHORT cannot hold an absurd one.
                if offset == 8, number(entry + 2, 2) == 3, number(entry, 2) < 258 { continue }
                var data = sample.data
                data.replaceSubrange(entry + offset..<entry + offset + bytes.count, with: bytes)
                #expect(throws: UndecodableData.self, "tag \(number(entry, 2)), \(bytes) at \(offset)") {
                    try ResponseImage(data, scale: 1)
                }
            }
        }
        #expect(seen.count == 4)
    }

    @Test(
        "A JPEG image is an error without a frame, a scan or an end",
        arguments: [
            Lie("frame of no lines", Data([0xFF, 0xC0, 0, 8, 8, 0, 0, 0, 1, 1, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9])),
            Lie("frame of no columns", Data([0xFF, 0xC0, 0, 8, 8, 0, 1, 0, 0, 1, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9])),
            Lie("no frame", Data([0xFF, 0xDA, 0, 2, 0xFF, 0xD9])),
            Lie("no scan", Data([0xFF, 0xC0, 0, 8, 8, 0, 1, 0, 1, 1, 0xFF, 0xD9])),
            Lie("nothing", Data([0xFF, 0xD9])),
            Lie("no end", Data([0xFF, 0xC0, 0, 8, 8, 0, 1, 0, 1, 1, 0xFF, 0xDA, 0, 2, 1, 2, 0xFF, 0x00])),
            Lie("end within a segment", Data([0xFF, 0xC0, 0, 8, 8, 0, 1, 0, 1, 1, 0xFF, 0xDA, 0, 4, 0xFF, 0xD9])),
            Lie("segment of 0 bytes", Data([0xFF, 0xE0, 0, 0, 0xFF, 0xD9])),
            Lie("segment of 1 byte", Data([0xFF, 0xE0, 0, 1, 0xFF, 0xD9])),
            Lie("segment beyond the end", Data([0xFF, 0xE0, 0xFF, 0xFF, 0xFF, 0xD9])),
            Lie("tables are no frame", Data([0xFF, 0xC4, 0, 8, 8, 0, 1, 0, 1, 1, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9])),
        ])
    func jpeg(_ lie: Lie) {
        #expect(throws: UndecodableData.self) { try ResponseImage(Data([0xFF, 0xD8]) + lie.data, scale: 1) }
    }

    /// Walks of as many steps as the data allows. A walk in quadratic time would take minutes.
    private static let longLies: [Lie] = {
        let count = 1 << 17
        let repeated = { (prefix: [UInt8], unit: [UInt8]) in
            Data(prefix + (0..<count / unit.count).flatMap { _ in unit })
        }
        let png = Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
        let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
        let directory: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        func entry(_ tag: UInt16, _ type: UInt8, _ count: UInt32, _ value: UInt32) -> [UInt8] {
            [UInt8(tag & 0xFF), UInt8(tag >> 8), type, 0]
                + [count, value].flatMap { number in (0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) } }
        }
        let strips = UInt32(count / 4)
        return [
            Lie(
                "PNG, empty chunks",
                repeated(
                    png + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0],
                    [0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 0, 0, 0, 0])),
            Lie("JPEG, fill bytes", repeated([0xFF, 0xD8], [0xFF])),
            Lie("JPEG, empty segments", repeated([0xFF, 0xD8], [0xFF, 0xE0, 0, 2])),
            Lie("JPEG, standalone markers", repeated([0xFF, 0xD8], [0xFF, 0xD8])),
            Lie("JPEG, stuffed bytes", repeated([0xFF, 0xD8], [0xFF, 0x00])),
            Lie("JPEG, no markers", repeated([0xFF, 0xD8, 0xFF, 0xE0, 0, 2], [0x11])),
            Lie("GIF, empty extensions", repeated(gif, [0x21, 0xFE, 0])),
            Lie("GIF, sub-blocks of one byte", repeated(gif + [0x21, 0xFE], [1, 0])),
            Lie(
                "TIFF, every word a strip",
                repeated(
                    directory + [4, 0] + entry(256, 3, 1, 1) + entry(257, 3, 1, 1) + entry(273, 4, strips, 62)
                        + entry(279, 4, strips, 62) + [8, 0, 0, 0],
                    [0, 0, 0, 0])),
            Lie(
                "TIFF, entries of one tag",
                repeated(directory + [0xAA, 0x2A], entry(273, 4, 30_000, 8)) + Data(count: 4)),
            Lie(
                "ICO, as many images as fit, all the same one, and one of no bytes",
                repeated([0, 0, 1, 0, 1, 0x20], [1, 1, 0, 0, 0, 0, 0, 0] + [40, 0, 0, 0, 0x16, 0, 2, 0])
                    + Data(count: 16) + Data([40]) + Data(count: 39)),
        ]
    }()

    @Test("A false header is found in one pass", arguments: longLies)
    func long(_ lie: Lie) {
        let duration = ProcessorTime.measure {
            #expect(throws: UndecodableData.self) { try ResponseImage(lie.data, scale: 1) }
        }
        #expect(duration < ProcessorTime.limit(5))
    }
}

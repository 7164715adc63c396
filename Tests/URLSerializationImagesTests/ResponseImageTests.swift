import TestSupport
import Testing
import URLSerializationImages

@Suite(.takingTurns) struct ResponseImageTests {
    @Test("The format and the size are the image's", arguments: SampleImage.all)
    func header(of sample: SampleImage) throws {
        let image = try ResponseImage(sample.data, scale: 2)
        #expect(image.format == sample.format)
        #expect(image.pixelWidth == sample.width)
        #expect(image.pixelHeight == sample.height)
        #expect(image.size == CGSize(width: Double(sample.width) / 2, height: Double(sample.height) / 2))
        #expect(image.data == sample.data)
    }

    /// A prefix that ends among the spare bytes is still the whole image; every shorter one is not.
    @Test("An image cut off at any byte is an error", arguments: SampleImage.all)
    func cutOff(_ sample: SampleImage) throws {
        for count in 0..<sample.data.count - sample.spare {
            let error = #expect(throws: UndecodableData.self, "\(count) bytes") {
                try ResponseImage(sample.data.prefix(count), scale: 1)
            }
            #expect(error?.code == 3840)
            #expect(error?.domain == NSCocoaErrorDomain)
        }
        for count in sample.data.count - sample.spare..<sample.data.count {
            let image = try ResponseImage(sample.data.prefix(count), scale: 1)
            #expect(image.pixelWidth == sample.width && image.pixelHeight == sample.height)
        }
    }

    @Test("Bytes after the image do not matter", arguments: SampleImage.all)
    func trailingBytes(after sample: SampleImage) throws {
        for trailer in [Data([0]), Data([0xFF]), Data(repeating: 0x21, count: 40)] {
            let image = try ResponseImage(sample.data + trailer, scale: 1)
            #expect(image.pixelWidth == sample.width && image.pixelHeight == sample.height)
        }
    }

    @Test("A slice is read from its own beginning to its own end", arguments: SampleImage.all)
    func slice(of sample: SampleImage) throws {
        for margin in [1, 8, 1000] {
            let padding = Data(repeating: 0xAA, count: margin)
            let whole = padding + sample.data + sample.data
            let slice = whole[margin..<margin + sample.data.count]
            let image = try ResponseImage(slice, scale: 1)
            #expect(image.pixelWidth == sample.width && image.pixelHeight == sample.height)
            #expect(image.data == sample.data)
            // Bytes beyond the slice's end exist, but do not belong to the slice.
            #expect(throws: UndecodableData.self) {
                try ResponseImage(slice.prefix(sample.data.count - sample.spare - 1), scale: 1)
            }
        }
    }

    @Test("Changed bytes make another image or an error", arguments: SampleImage.all)
    func changedBytes(in sample: SampleImage) {
        var generator = SeededGenerator(seed: 0x1A6E)
        for round in 0..<300 {
            var data = sample.data
            for _ in 0..<generator.int(1...4) {
                let index = generator.int(0...data.count - 1)
                switch generator.int(0...2) {
                case 0: data[index] ^= 1 << UInt8(generator.int(0...7))
                case 1: data[index] = generator.element(of: [0x00, 0x01, 0x7F, 0x80, 0xFF])
                default: data[index] = UInt8(generator.int(0...255))
                }
            }
            guard let image = try? ResponseImage(data, scale: 1) else { continue }
            #expect(image.pixelWidth > 0 && image.pixelHeight > 0, "round \(round)")
            #expect(image.format == sample.format, "round \(round)")
        }
    }

    @Test("Random bytes behind a signature are an error")
    func randomBytes() {
        var generator = SeededGenerator(seed: 0xBAD)
        for sample in SampleImage.all {
            for count in [8, 40, 400] {
                let noise = (0..<count).map { _ in UInt8(generator.int(0...255)) }
                #expect(throws: UndecodableData.self) {
                    try ResponseImage(sample.data.prefix(8) + noise, scale: 1)
                }
            }
        }
    }

    @Test(
        "Data of other formats is an error that says so",
        arguments: [
            "", "B", "GIF8", "hello, world",
            "#define a_width 8\n#define a_height 1\nstatic char a_bits[] = { 0x01 };\n",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "RIFF\u{1A}\0\0\0WEBPVP8 ", "\0\0\u{2}\0\u{1}\0",
        ])
    func otherFormats(text: String) {
        let error = #expect(throws: UndecodableData.self) { try ResponseImage(Data(text.utf8), scale: 1) }
        #expect(error?.reason.contains("signature") == true)
    }

    @Test("The scale is positive and finite", arguments: [0, -2, .nan, .infinity, -0.0])
    func scale(_ scale: Double) throws {
        let image = try ResponseImage(SampleImage.all[0].data, scale: scale)
        #expect(image.scale == 1)
        #expect(image.size == CGSize(width: image.pixelWidth, height: image.pixelHeight))
    }

    @Test("Images are equal if their bytes and scales are")
    func equality() throws {
        let data = SampleImage.all[0].data
        #expect(try ResponseImage(data, scale: 1) == ResponseImage(data, scale: 1))
        #expect(try ResponseImage(data, scale: 1) != ResponseImage(data, scale: 2))
    }
}

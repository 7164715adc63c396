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
            case 0xD9:
                guard let size, hasScan else { throw reader.damaged("it ends before its first scan") }
                return size
            case 0xDA:
                guard size != nil else { throw reader.damaged("a scan comes before its frame header") }
                hasScan = true
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

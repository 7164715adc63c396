/// The storage of a text's characters: UTF-8 or another superset of ASCII, UTF-16 or UTF-32.
struct TextEncoding {
    /// The number of bytes of a code unit: 1, 2 or 4.
    let unit: Int
    /// Whether the most significant byte of a unit comes first.
    let isBigEndian: Bool
    /// The number of bytes of the byte order mark.
    let markLength: Int

    init(unit: Int, isBigEndian: Bool = false, markLength: Int = 0) {
        self.unit = unit
        self.isBigEndian = isBigEndian
        self.markLength = markLength
    }

    /// Creates the encoding that the byte order mark declares, or returns `nil` without one.
    init?(markOf data: Data) {
        let first = [UInt8](data.prefix(4))
        if first.starts(with: [0xEF, 0xBB, 0xBF]) {
            self.init(unit: 1, markLength: 3)
        } else if first == [0x00, 0x00, 0xFE, 0xFF] {
            self.init(unit: 4, isBigEndian: true, markLength: 4)
        } else if first == [0xFF, 0xFE, 0x00, 0x00] {
            self.init(unit: 4, markLength: 4)
        } else if first.starts(with: [0xFF, 0xFE]) {
            self.init(unit: 2, markLength: 2)
        } else if first.starts(with: [0xFE, 0xFF]) {
            self.init(unit: 2, isBigEndian: true, markLength: 2)
        } else {
            return nil
        }
    }

    /// Creates the encoding of a JSON text as `JSONSerialization` detects it: by a byte order mark, else by the places
    /// of zeros among the first four bytes (RFC 4627, section 3).
    init(ofJSON data: Data) {
        let first = [UInt8](data.prefix(4))
        if first == [0xEF, 0xBB, 0xBF] {
            self.init(unit: 1, markLength: 3)
        } else if first.count == 4 {
            if let marked = TextEncoding(markOf: data) {
                self = marked
                return
            }
            switch (first[0] == 0, first[1] == 0, first[2] == 0, first[3] == 0) {
            case (true, true, true, _): self.init(unit: 4, isBigEndian: true)
            case (_, true, true, true): self.init(unit: 4)
            case (true, _, true, _): self.init(unit: 2, isBigEndian: true)
            case (_, true, _, true): self.init(unit: 2)
            default: self.init(unit: 1)
            }
        } else if first.count >= 2, first[0] == 0 || first[1] == 0 {
            self.init(unit: 2, isBigEndian: first[0] == 0)
        } else {
            self.init(unit: 1)
        }
    }

    /// Returns the text with one byte for each character. U+007F replaces every character that is not ASCII, and a line
    /// feed replaces the line and paragraph separators where those are white space.
    ///
    /// The syntax of JSON and of property lists is ASCII, and U+007F is only allowed where those characters are. An
    /// incomplete last code unit is dropped, as Foundation drops it.
    ///
    /// - Parameters:
    ///   - isStrict: Whether unpaired surrogates and values above U+10FFFF are refused.
    ///   - separators: Whether U+2028 and U+2029 are white space.
    /// - Complexity: O(n) time; n/2 or n/4 bytes.
    func narrowed(_ data: Data, isStrict: Bool = true, separators: Bool = false) throws(UndecodableData) -> [UInt8] {
        var narrowed: [UInt8] = []
        let badUnit = data.withUnsafeBytes { bytes -> Int? in
            narrowed.reserveCapacity((bytes.count - min(markLength, bytes.count)) / unit)
            let cursor = ByteCursor(bytes)
            var index = markLength
            while let scalar = cursor.number(at: index, size: unit, isBigEndian: isBigEndian) {
                index += unit
                if scalar < 0x80 {
                    narrowed.append(UInt8(truncatingIfNeeded: scalar))
                    continue
                }
                narrowed.append(separators && scalar | 1 == 0x2029 ? 0x0A : 0x7F)
                guard scalar & 0xFFFF_F800 == 0xD800 || scalar > 0x10FFFF, isStrict else { continue }
                guard unit == 2, scalar < 0xDC00,
                    let low = cursor.number(at: index, size: 2, isBigEndian: isBigEndian), low & 0xFC00 == 0xDC00
                else { return index - unit }
                index += unit
            }
            return nil
        }
        if let badUnit {
            throw UndecodableData("The text is not UTF-\(unit * 8): no character begins at byte \(badUnit).")
        }
        return narrowed
    }
}

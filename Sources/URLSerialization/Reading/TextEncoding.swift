/// The encoding of a text's characters: UTF-8 or another superset of ASCII, UTF-16 or UTF-32.
struct TextEncoding {
    /// The number of bytes of a code unit: 1, 2 or 4.
    let unit: Int
    /// Whether the most significant byte of a unit comes first.
    var isBigEndian = false
    /// The number of bytes of the byte order mark.
    var markLength = 0

    private static let marks: [(mark: [UInt8], encoding: TextEncoding)] = [
        ([0xEF, 0xBB, 0xBF], TextEncoding(unit: 1, markLength: 3)),
        ([0x00, 0x00, 0xFE, 0xFF], TextEncoding(unit: 4, isBigEndian: true, markLength: 4)),
        ([0xFF, 0xFE, 0x00, 0x00], TextEncoding(unit: 4, markLength: 4)),
        ([0xFF, 0xFE], TextEncoding(unit: 2, markLength: 2)),
        ([0xFE, 0xFF], TextEncoding(unit: 2, isBigEndian: true, markLength: 2)),
    ]
}

extension TextEncoding {
    /// Creates the encoding that the byte order mark declares, or returns `nil` without one.
    init?(markOf data: Data) {
        guard let marked = Self.marks.first(where: { data.starts(with: $0.mark) }) else { return nil }
        self = marked.encoding
    }

    /// Creates the encoding of a JSON text as `JSONSerialization` detects it: by a byte order mark, else by the places
    /// of zeros among the first four bytes (RFC 4627, section 3).
    init(ofJSON data: Data) {
        // Nearly all text is UTF-8 without a mark. Without this check, a short one would take an eighth longer.
        if data.withCursor({ $0.run(0..<4).allSatisfy { 0x01...0x7F ~= $0 } }) {
            self.init(unit: 1)
            return
        }
        let isZero = data.prefix(4).map { $0 == 0 }
        let isWhole = isZero.count == 4
        if let marked = TextEncoding(markOf: data), isWhole || marked.unit == 1 {
            self = marked
        } else if isWhole, isZero[1], isZero[2], isZero[0] || isZero[3] {
            self.init(unit: 4, isBigEndian: isZero[0])
        } else if isZero.count > 1, isZero[0], !isWhole || isZero[2] {
            self.init(unit: 2, isBigEndian: true)
        } else {
            self.init(unit: isZero.count > 1 && isZero[1] && (!isWhole || isZero[3]) ? 2 : 1)
        }
    }

    /// The offset of a text in UTF-8, after a byte order mark.
    var start: Int { unit == 1 ? markLength : 0 }

    /// Returns the place of an offset in a text that is in UTF-8 now.
    func place(of offset: Int, in text: Data) -> TextPlace {
        text.withCursor { TextPlace(of: offset, in: $0, from: start, encoding: self) }
    }

    /// Returns a text in UTF-16 or UTF-32 as UTF-8.
    ///
    /// An incomplete last code unit is dropped, as Foundation drops it.
    ///
    /// - Throws: ``UndecodableData`` for unpaired surrogates and values above U+10FFFF.
    /// - Complexity: O(n) time; n/2 or n/4 bytes if all is ASCII, at most 1.5 n.
    func utf8(of data: Data) throws(UndecodableData) -> Data {
        try data.withCursor { cursor throws(UndecodableData) in
            var text = ByteBuffer(capacity: (data.count - min(markLength, data.count)) / unit)
            var index = markLength
            while index + unit <= cursor.end {
                let start = index
                guard let scalar = cursor.scalar(at: &index, unit: unit, isBigEndian: isBigEndian) else {
                    throw UndecodableData(
                        "The text is not UTF-\(unit * 8): no character begins at byte \(start).", at: start)
                }
                if scalar.isASCII { text.append(UInt8(scalar.value)) } else { text.append(scalar) }
            }
            return text.takeData()
        }
    }
}

extension ByteCursor {
    /// Returns the character of UTF-16 or UTF-32 at an offset, or `nil` if none begins there, and moves the offset past
    /// it or past the invalid code unit.
    @inline(__always)
    func scalar(at offset: inout Int, unit: Int, isBigEndian: Bool = true) -> Unicode.Scalar? {
        let value = UInt32(truncatingIfNeeded: number(at: offset, size: unit, isBigEndian: isBigEndian) ?? 0)
        offset += unit
        if let scalar = Unicode.Scalar(value) { return scalar }
        guard unit == 2, value < 0xDC00, let low = number(at: offset, size: 2, isBigEndian: isBigEndian),
            low & 0xFC00 == 0xDC00
        else { return nil }
        offset += 2
        return Unicode.Scalar(0x1_0000 + (value & 0x3FF) << 10 + UInt32(low & 0x3FF))
    }
}

extension TextEncoding {
    /// Creates the encoding of a property list as Foundation detects it: by a byte order mark, else by a zero in the
    /// first two bytes, which Foundation then drops.
    init(ofPropertyList data: Data) {
        if data.count > 3, let marked = TextEncoding(markOf: data) {
            self = marked
        } else if data.count > 2, data.prefix(2).contains(0) {
            self.init(unit: 2, markLength: 2)
        } else {
            self.init(unit: 1)
        }
    }

    /// Returns an XML property list as UTF-8, or `nil` if it declares no other encoding.
    ///
    /// Foundation knows the names of the encodings, but converts only property lists. It therefore receives one with a
    /// single string, whose CDATA sections contain the list.
    static func utf8(ofXML data: Data) throws(UndecodableData) -> Data? {
        guard let name = try declaredName(data) else { return nil }
        var list = Data("<?xml encoding=\"\(name)\"?><string><![CDATA[".utf8)
        var rest = data[...]
        while let end = rest.firstRange(of: Data("]]>".utf8)) {
            list += rest[..<end.lowerBound] + Data("]]]]><![CDATA[>".utf8)
            rest = rest[end.upperBound...]
        }
        list += rest + Data("]]></string>".utf8)
        guard let text = try? PropertyListSerialization.object(from: list) as? String else {
            throw UndecodableData("The property list cannot be read in the encoding “\(name)”.")
        }
        return Data(text.utf8)
    }

    /// Returns the encoding that an XML declaration names, or `nil` for UTF-8.
    static func declaredName(_ data: Data) throws(UndecodableData) -> String? {
        guard data.starts(with: Data("<?xml".utf8)) else { return nil }
        let declaration = data.dropFirst(5).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ">") }
        guard declaration.count <= 4096 else { throw UndecodableData("The XML declaration does not end.") }
        guard let key = declaration.firstRange(of: Data("encoding=".utf8)) else { return nil }
        let rest = data[key.upperBound...]
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = rest.dropFirst().firstIndex(of: quote)
        else { return nil }
        let name = String(decoding: rest[..<end].dropFirst().prefix(64), as: UTF8.self)
        // Foundation compares only letters and digits, and no spelling of UTF-8 that it knows is longer.
        let letters = name.lowercased().filter { !$0.isASCII || $0.isLetter || $0.isNumber || $0 == "\0" }
        return letters == "utf8" && name.utf8.count < 60 ? nil : name
    }
}

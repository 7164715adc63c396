/// Refuses data that is not a property list, or that Foundation cannot safely read, before one of Foundation's decoders
/// reads it.
///
/// Foundation on Linux crashes on a binary list with a set and expands shared objects without limit. It recurses
/// without limit into nested `<plist>` tags, and a `PropertyListDecoder` into nested arrays too. For each open bracket
/// of an OpenStep list it counts the lines again: it took 8 s to refuse 10 MB. A text that is neither binary nor XML is
/// in OpenStep's format; such lists are only read if they are short.
package enum PropertyListCheck {
    /// The size in bytes up to which a list in XML or in OpenStep's format is left to Foundation, which refuses that
    /// much in 25 ms at worst. A list of this size can have five hundred open tags, for which a stack of 512 KiB is
    /// enough.
    package static let threshold = 4 << 10

    /// Checks a list that `PropertyListSerialization` or a `PropertyListDecoder` is to read.
    ///
    /// The check refuses, in addition to what Foundation refuses:
    /// - a binary list that ``BinaryPropertyListScanner`` refuses,
    /// - data with nothing but white space, an empty dictionary to Foundation on Linux but 3840 on Apple's systems,
    /// - above ``threshold``, XML with more than eight nested `<plist>` tags, or in an encoding other than UTF-16 and
    ///   UTF-32 that does not write tags in ASCII,
    /// - above ``threshold``, every list in OpenStep's format.
    ///
    /// The content of numbers, dates and entities in XML is checked only for obvious errors. A body whose single error
    /// is a bad number at its end therefore costs Foundation as much time as a valid one.
    ///
    /// - Returns: The number of levels below the top of a binary list; 0 for other formats. Foundation takes 2 KiB of
    ///   stack for each level of such a list, more than the secondary threads of Apple's systems have for 512.
    /// - Throws: `NSCocoaErrorDomain` 3840 with the problem and its byte.
    /// - Complexity: O(n) time; memory of 3 n bytes for binary lists, half of n for UTF-16, O(1) otherwise.
    @discardableResult
    package static func check(_ data: Data) throws(UndecodableData) -> Int {
        guard !data.isEmpty else { throw UndecodableData("Empty data is not a property list.") }
        if data.prefix(binaryMagic.count) == binaryMagic { return try checkBinary(data) }
        let encoding = TextEncoding(ofPropertyList: data)
        guard !isBlank(data, encoding: encoding) else {
            throw UndecodableData("White space is not a property list.")
        }
        guard data.count > threshold else { return 0 }
        try scanText(data, encoding: encoding)
        return 0
    }

    /// Checks a text of any size, for tests.
    static func scanText(_ data: Data) throws(UndecodableData) {
        try scanText(data, encoding: TextEncoding(ofPropertyList: data))
    }

    private static let binaryMagic = Data("bplist0".utf8)

    private static func checkBinary(_ data: Data) throws(UndecodableData) -> Int {
        let result: Result<Int, UndecodableData> = data.withUnsafeBytes { bytes in
            do throws(UndecodableData) {
                var scanner = try BinaryPropertyListScanner(bytes)
                return .success(try scanner.scan())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func isBlank(_ data: Data, encoding: TextEncoding) -> Bool {
        data.dropFirst(encoding.markLength).allSatisfy { byte in
            byte == 0x20 || (0x09...0x0D).contains(byte) || (byte == 0 && encoding.unit > 1)
        }
    }

    private static func scanText(_ data: Data, encoding: TextEncoding) throws(UndecodableData) {
        let fault: UndecodableData?
        if encoding.unit == 1 {
            fault = data.withUnsafeBytes { bytes in
                do throws(UndecodableData) {
                    // A byte order mark overrides the declaration.
                    let name =
                        encoding.markLength > 0 ? "utf8" : try XMLPropertyListScanner.declaredEncoding(bytes)
                    return Self.fault(bytes, from: encoding.markLength, unit: "byte", isUTF8: name == "utf8")
                } catch {
                    return error
                }
            }
        } else {
            let narrowed = try encoding.narrowed(data, isStrict: false, separators: true)
            fault = narrowed.withUnsafeBytes { Self.fault($0, from: 0, unit: "character", isUTF8: false) }
        }
        if let fault { throw fault }
    }

    private static func fault(
        _ bytes: UnsafeRawBufferPointer, from start: Int, unit: String, isUTF8: Bool
    ) -> UndecodableData? {
        var xml = XMLPropertyListScanner(bytes, from: start, unit: unit, isUTF8: isUTF8)
        guard let fault = xml.fault() else { return nil }
        return xml.isXML ? fault : neitherBinaryNorXML
    }

    private static let neitherBinaryNorXML = UndecodableData(
        "The text is not an XML property list, the only text format that is read above \(threshold) bytes. "
            + "Send XML or a binary property list.")
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
}

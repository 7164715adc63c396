/// Refuses what is no property list, and what Foundation cannot be given, before a decoder of Foundation's reads it.
///
/// On Linux Foundation crashes on a binary list with a set, writes out what is shared without bound, recurses without
/// bound into nested `<plist>` tags (a `PropertyListDecoder` into nested arrays too) and counts lines anew for each
/// bracket that an OpenStep list leaves open: 10 MB took it 8 s to refuse. Lists of that format, which is a text's when it
/// is neither binary nor XML, are only read where they are short.
package enum PropertyListCheck {
    /// The size in bytes up to which a list in XML or in OpenStep's format is left to Foundation, which refuses that
    /// much in 25 ms at worst. Five hundred tags of it can be open, which a stack of 512 KiB has room for.
    package static let threshold = 4 << 10

    /// Checks what `PropertyListSerialization` or a `PropertyListDecoder` is to read.
    ///
    /// Refused are, beside what Foundation refuses:
    /// - what ``BinaryPropertyListScanner`` refuses of what begins as a binary list does,
    /// - data with nothing but white space, an empty dictionary to Foundation on Linux but 3840 on Apple's systems,
    /// - above ``threshold``, XML in an encoding in which tags are not written in ASCII, other than UTF-16 and UTF-32,
    ///   and more than eight `<plist>` tags within each other,
    /// - above ``threshold``, every list in OpenStep's format.
    ///
    /// The content of numbers, dates and entities in XML is checked for what Foundation refuses at a glance only; where
    /// nothing else is wrong a body that hides a bad one at its end costs Foundation what a good one costs.
    ///
    /// - Returns: The number of levels that lie below the top of a binary list; 0 for other formats. Foundation takes
    ///   2 KiB of stack for each level of such a list, more than the secondary threads of Apple's systems have for 512.
    /// - Throws: What is wrong and at which byte: `NSCocoaErrorDomain` 3840.
    /// - Complexity: O(n) time; 3 n bytes for binary lists, half of n for UTF-16, O(1) memory otherwise.
    @discardableResult
    package static func check(_ data: Data) throws(UndecodableData) -> Int {
        guard !data.isEmpty else { throw UndecodableData("Empty data is no property list.") }
        if data.prefix(binaryMagic.count) == binaryMagic { return try checkBinary(data) }
        let encoding = TextEncoding(ofPropertyList: data)
        guard !isBlank(data, encoding: encoding) else {
            throw UndecodableData("White space is no property list.")
        }
        guard data.count > threshold else { return 0 }
        try scanText(data, encoding: encoding)
        return 0
    }

    /// The check of a text whatever its size, for tests.
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
                    // A byte order mark settles the encoding, whatever the declaration says.
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
        "The text is no property list in XML. Text of more than \(threshold) bytes is read in no other format: "
            + "send XML or a binary property list.")
}

extension TextEncoding {
    /// The encoding of a property list as Foundation finds it out: by a byte order mark, else by a zero in the first
    /// two bytes, which it then drops.
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

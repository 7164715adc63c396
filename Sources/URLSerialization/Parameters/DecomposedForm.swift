/// A text's canonical decomposition (NFD), computed only where it differs from the text.
struct DecomposedForm {
    let text: String

    init(_ text: String) {
        let isDecomposed = text.withRun(\.hasOnlyASCII)
        self.text = isDecomposed ? text : text.decomposedStringWithCanonicalMapping
    }
}

extension ByteRun {
    /// As ``UnsafeBufferPointer/isKnownToBeComposed``.
    @inline(__always)
    var isKnownToBeComposed: Bool { unsafe withBytes(unsafe \.isKnownToBeComposed) }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text is known to be in composed form (NFC), as almost every text is. Two such texts are canonically
    /// equivalent only if they are the same.
    ///
    /// Known are ASCII and the scalars of these ranges, none of which combines with another or has another form: up to
    /// U+02FF, Cyrillic and kana without their combining marks, CJK unified ideographs and Hangul syllables.
    @inline(__always)
    var isKnownToBeComposed: Bool { unsafe isASCII || holdsOnlyComposedScalars }

    private var holdsOnlyComposedScalars: Bool {
        var position = 0
        while position < count {
            let lead = unsafe self[position]
            if lead < 0xCC {
                position += lead < 0x80 ? 1 : 2
                continue
            }
            let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            guard length < 4, position + length <= count else { return false }
            var value = UInt32(lead & (length == 2 ? 0x1F : 0x0F))
            for offset in 1..<length { value = unsafe value << 6 | UInt32(self[position + offset] & 0x3F) }
            switch value {
            case 0x400...0x482, 0x48A...0x52F, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: break
            default: return false
            }
            position += length
        }
        return true
    }
}

/// The canonical decompositions of scalars that are frequent in keys, so that sorting need not ask Foundation for the
/// decompositions of whole keys. Without the table the benchmark's *nested* payload, some of whose keys are French,
/// German and Russian, takes 65 % more instructions.
///
/// If every scalar of a key is a starter (its combining class is 0) and every scalar's own decomposition begins with
/// one, the key's decomposition is that of its scalars, one after the other: nothing is reordered. The table has only
/// such scalars, and its entries are Foundation's decompositions.
struct DecompositionTable: Sendable {
    static let shared = DecompositionTable()

    /// Latin with diacritics, Greek and Cyrillic; kana.
    private static let latinToCyrillic: ClosedRange<UInt32> = 0x80...0x52F
    private static let kana: ClosedRange<UInt32> = 0x3040...0x30FF

    /// The UTF-8 of each scalar's decomposition, the first byte highest, with the number of bytes in the lowest byte; 0
    /// for a scalar that is not covered. Decompositions of up to seven bytes fit.
    private let latinToCyrillicEntries: [UInt64]
    private let kanaEntries: [UInt64]

    private init() {
        latinToCyrillicEntries = Self.latinToCyrillic.map(Self.entry)
        kanaEntries = Self.kana.map(Self.entry)
    }

    private static func entry(for value: UInt32) -> UInt64 {
        guard let scalar = Unicode.Scalar(value) else { return 0 }
        let form = String(scalar).decomposedStringWithCanonicalMapping
        guard let first = form.unicodeScalars.first, isStarter(first), isStarter(scalar), form.utf8.count < 8 else {
            return 0
        }
        return form.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } << (8 * UInt64(8 - form.utf8.count))
            | UInt64(form.utf8.count)
    }

    private static func isStarter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .notReordered
    }

    /// Returns the first sixteen bytes of a text's decomposition, or `nil` if the table does not cover a scalar among
    /// them or the next one.
    func firstBytes(of bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var count = 0
        var position = 0
        while position < bytes.count, count < 16 {
            let length = unsafe Self.length(ofScalarWithLead: bytes[position])
            guard position + length <= bytes.count else { return nil }
            let form = unsafe decomposition(in: bytes, at: position, length: length)
            guard form != 0 else { return nil }
            let formBytes = form & ~0xFF
            // A shift by 64 or more is zero, which drops the bytes beyond the sixteen or before the low eight.
            high |= count < 8 ? formBytes >> (8 * UInt64(count)) : 0
            low |= count < 8 ? formBytes << (64 - 8 * UInt64(count)) : formBytes >> (8 * UInt64(count - 8))
            count += Int(form & 0xFF)
            position += length
        }
        // A combining mark that follows may belong before the last of the bytes.
        return unsafe position == bytes.count || isCovered(in: bytes, at: position) ? (high, low) : nil
    }

    @inline(__always)
    private func isCovered(in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        let length = unsafe Self.length(ofScalarWithLead: bytes[position])
        return unsafe position + length <= bytes.count && decomposition(in: bytes, at: position, length: length) != 0
    }

    @inline(__always)
    private static func length(ofScalarWithLead lead: UInt8) -> Int {
        lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }

    @inline(__always)
    private func decomposition(in bytes: UnsafeBufferPointer<UInt8>, at position: Int, length: Int) -> UInt64 {
        var own: UInt64 = 0
        for offset in 0..<length { unsafe own |= UInt64(bytes[position + offset]) << UInt64(56 - 8 * offset) }
        own |= UInt64(length)
        switch length {
        case 1: return own
        case 2:
            let value = unsafe UInt32(bytes[position] & 0x1F) << 6 | UInt32(bytes[position + 1] & 0x3F)
            let place = Int(value) - Int(Self.latinToCyrillic.lowerBound)
            return latinToCyrillicEntries.indices.contains(place) ? latinToCyrillicEntries[place] : 0
        case 3:
            let value =
                unsafe UInt32(bytes[position] & 0x0F) << 12 | UInt32(bytes[position + 1] & 0x3F) << 6
                | UInt32(bytes[position + 2] & 0x3F)
            // CJK unified ideographs neither decompose nor combine.
            if 0x4E00...0x9FFF ~= value { return own }
            let place = Int(value) - Int(Self.kana.lowerBound)
            return kanaEntries.indices.contains(place) ? kanaEntries[place] : 0
        default:
            // The same is true of the pictographs from U+1F000 to U+1FAFF.
            return unsafe bytes[position] == 0xF0 && bytes[position + 1] == 0x9F && bytes[position + 2] <= 0xAB
                ? own : 0
        }
    }
}

/// A text's canonical decomposition (NFD), computed only where it differs from the text.
struct DecomposedForm {
    let text: String

    init(_ text: String) {
        let isDecomposed = text.withRun(\.hasOnlyASCII)
        self.text = isDecomposed ? text : text.decomposedStringWithCanonicalMapping
    }
}

extension ByteRun {
    /// Whether a text is known to be in composed form (NFC), as almost every text is. Two such texts are canonically
    /// equivalent only if they are the same.
    ///
    /// Known are ASCII and the scalars with these lead bytes, none of which combines with another or has another form:
    /// up to U+02FF, Cyrillic to U+047F, CJK unified ideographs. Bytes that continue a character are below 0xC0.
    @inline(__always)
    var isKnownToBeComposed: Bool {
        hasOnlyASCII || allSatisfy { $0 < 0xCC || $0 == 0xD0 || $0 == 0xD1 || (0xE4...0xE9).contains($0) }
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

    /// Latin with diacritics, Greek and Cyrillic.
    private static let covered: ClosedRange<UInt32> = 0x80...0x52F

    /// The UTF-8 of each scalar's decomposition, the first byte highest, with the number of bytes in the lowest byte; 0
    /// for a scalar that is not covered. Decompositions of up to seven bytes fit.
    private let entries = covered.map(entry)

    private init() {}

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
        guard position < bytes.count else { return (high, low) }
        let length = unsafe Self.length(ofScalarWithLead: bytes[position])
        return unsafe position + length <= bytes.count && decomposition(in: bytes, at: position, length: length) != 0
            ? (high, low) : nil
    }

    @inline(__always)
    private static func length(ofScalarWithLead lead: UInt8) -> Int {
        lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }

    /// Returns the entry of the scalar at a position, or 0 if the table does not cover it.
    @inline(__always)
    private func decomposition(in bytes: UnsafeBufferPointer<UInt8>, at position: Int, length: Int) -> UInt64 {
        if length == 1 { return unsafe UInt64(bytes[position]) << 56 | 1 }
        // CJK unified ideographs neither decompose nor combine.
        if length == 3, case 0xE4...0xE9 = unsafe bytes[position] {
            return unsafe UInt64(bytes[position]) << 56 | UInt64(bytes[position + 1]) << 48
                | UInt64(bytes[position + 2]) << 40 | 3
        }
        guard length == 2 else { return 0 }
        let value = unsafe Int(bytes[position] & 0x1F) << 6 | Int(bytes[position + 1] & 0x3F)
        return entries.indices.contains(value - 0x80) ? entries[value - 0x80] : 0
    }
}

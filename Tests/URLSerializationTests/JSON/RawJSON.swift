/// JSON split into its scalars' bytes, which must agree between two texts whose members may be in different orders.
indirect enum RawJSON: Hashable {
    /// A number, a string, a Boolean or a null, as it is written. It is bytes, because texts that are equal in Swift
    /// may differ in a byte.
    case scalar(ArraySlice<UInt8>)
    case array([RawJSON])
    /// The members by their keys as they are written, in quotes.
    case object([ArraySlice<UInt8>: RawJSON])

    /// Parses a text, or returns `nil` for one that is malformed or repeats a key.
    init?(_ bytes: some Sequence<UInt8>) {
        var reader = Reader(bytes: Array(bytes))
        guard let value = reader.value(), reader.isAtEnd else { return nil }
        self = value
    }

    private struct Reader {
        let bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Whether only white space is left.
        var isAtEnd: Bool {
            mutating get {
                skipSpace()
                return position == bytes.count
            }
        }

        mutating func value() -> RawJSON? {
            skipSpace()
            guard position < bytes.count else { return nil }
            switch bytes[position] {
            case UInt8(ascii: "{"): return object()
            case UInt8(ascii: "["): return array()
            case UInt8(ascii: "\""): return string().map { .scalar($0) }
            default:
                let start = position
                while position < bytes.count, !Self.ends.contains(bytes[position]) { position += 1 }
                return start == position ? nil : .scalar(bytes[start..<position])
            }
        }

        private static let ends = Set(",]} \n".utf8)

        private mutating func object() -> RawJSON? {
            position += 1
            var members: [ArraySlice<UInt8>: RawJSON] = [:]
            if take("}") { return .object(members) }
            repeat {
                skipSpace()
                guard position < bytes.count, bytes[position] == UInt8(ascii: "\""), let key = string(), take(":"),
                    let value = value(), members.updateValue(value, forKey: key) == nil
                else { return nil }
            } while take(",")
            return take("}") ? .object(members) : nil
        }

        private mutating func array() -> RawJSON? {
            position += 1
            var elements: [RawJSON] = []
            if take("]") { return .array(elements) }
            repeat {
                guard let value = value() else { return nil }
                elements.append(value)
            } while take(",")
            return take("]") ? .array(elements) : nil
        }

        private mutating func string() -> ArraySlice<UInt8>? {
            let start = position
            position += 1
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard position < bytes.count else { return nil }
            position += 1
            return bytes[start..<position]
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        private mutating func skipSpace() {
            while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x0A { position += 1 }
        }
    }
}

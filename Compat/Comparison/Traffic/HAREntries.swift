import URLSerialization

/// A scanner that finds the request of each entry of a HAR while the bytes arrive. It keeps only the request that is
/// being read; responses, which are most of a HAR, are skipped.
///
/// | bytes | result |
/// |---|---|
/// | `{"log":{"entries":[{"request":{"method":"GET"},"response":{…}}]}}` | 1: `{"method":"GET"}` |
/// | `{"log":{"entries":[{"time":1},{"request":{…` | 1: none, 2: cut off |
struct HAREntries {
    /// The result of an entry: the bytes of its request, or `nil` if it has none.
    typealias Found = (_ entry: Int, _ request: Data?) throws -> Void

    /// The number of entries that have begun.
    private(set) var count = 0
    /// Whether the document has a list of entries.
    private(set) var hasEntries = false
    /// Whether brackets are open.
    var isCutOff: Bool { depth > 0 }

    private var buffer = Data()
    /// The offset of the next byte to read.
    private var position = 0
    private var depth = 0
    private var isInString = false
    /// The offset in the buffer of the request or the key that is being read.
    private var start: Int?
    /// The last key at a depth where it matters.
    private var key = ""
    private var isInEntries = false
    private var request: Data?

    /// Reads the next bytes.
    mutating func read(_ data: Data, _ found: Found) throws {
        let kept = start ?? position
        if kept > 0 {
            buffer = Data(buffer.dropFirst(kept))
            (position, start) = (position - kept, start.map { $0 - kept })
        }
        buffer.append(data)
        let bytes = buffer
        try bytes.withCursor { cursor in try scan(cursor, bytes, found) }
    }

    private mutating func scan(_ bytes: ByteCursor, _ data: Data, _ found: Found) throws {
        var cursor = bytes
        cursor.advance(position)
        defer { position = cursor.position }
        while !cursor.isAtEnd {
            if isInString {
                _ = cursor.skip(to: UInt8(ascii: "\""), or: UInt8(ascii: "\\"))
                isInString = cursor.byte != UInt8(ascii: "\"")
                // The end, or an escape that is cut off.
                if isInString, cursor.left < 2 { return }
                if !isInString, isKeyOfInterest, let start {
                    key = cursor.run(start + 1..<cursor.position).string
                    self.start = nil
                }
                cursor.advance(isInString ? 2 : 1)
                continue
            }
            cursor.skip { $0 != UInt8(ascii: "\"") && $0 | 0x20 != UInt8(ascii: "{") && $0 | 0x20 != UInt8(ascii: "}") }
            switch cursor.byte {
            case _ where cursor.isAtEnd: return
            case UInt8(ascii: "\""):
                isInString = true
                if isKeyOfInterest { start = cursor.position }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open(cursor.byte == UInt8(ascii: "{"), at: cursor.position)
            default:
                try close(at: cursor.position, data, found)
            }
            cursor.advance()
        }
    }

    /// Whether the text that begins here may be the key `entries` or `request`.
    private var isKeyOfInterest: Bool { depth == 2 || depth == 4 && isInEntries }

    private mutating func open(_ isDictionary: Bool, at offset: Int) {
        depth += 1
        switch depth {
        case 3 where !isDictionary && key == "entries": (isInEntries, hasEntries) = (true, true)
        case 4 where isInEntries: (count, request) = (count + 1, nil)
        case 5 where isInEntries && isDictionary && key == "request": start = offset
        default: break
        }
        key = ""
    }

    private mutating func close(at offset: Int, _ data: Data, _ found: Found) throws {
        depth -= 1
        switch depth {
        case 4:
            guard let start else { return }
            request = Data(data[(data.startIndex + start)...(data.startIndex + offset)])
            self.start = nil
        case 3 where isInEntries: try found(count, request)
        case 2: isInEntries = false
        default: break
        }
    }
}

/// The text of a leaf, not percent-encoded, for queries, keys and the order of sets.
enum LeafText {
    /// Appends the text of a leaf in a style. A null has none: the style's ``QueryStyle/nulls`` decides how it is
    /// written.
    static func append(_ leaf: ParameterValue, style: borrowing QueryStyle, to buffer: inout ByteBuffer) throws {
        switch leaf {
        case .null, .array, .set, .dictionary: break
        case .bool(let value) where style.booleans == .literal: buffer.append(literal: value ? "true" : "false")
        case .bool(let value): buffer.append(literal: value ? "1" : "0")
        case .int(let value): NumberText.append(value, to: &buffer)
        case .uint(let value): NumberText.append(value, to: &buffer)
        case .double(let value): NumberText.append(value, strategy: style.numbers, to: &buffer)
        case .float(let value): NumberText.append(value, strategy: style.numbers, to: &buffer)
        case .decimal(let value): NumberText.append(value, to: &buffer)
        case .string(let value): buffer.append(value)
        case .url(let value): buffer.append(value.absoluteString)
        case .date(let value): try append(value, strategy: style.dates, to: &buffer)
        case .data(let value): buffer.append(try text(of: value, strategy: style.data))
        }
    }

    /// Returns the text of a leaf as a key or for the order of a set, where a null has the text `<null>`.
    static func description(of leaf: ParameterValue, style: borrowing QueryStyle) throws -> String {
        switch leaf {
        case .null: return "<null>"
        case .string(let value): return value
        default:
            var buffer = ByteBuffer(capacity: 64)
            try append(leaf, style: style, to: &buffer)
            return buffer.string()
        }
    }

    private static func append(_ date: Date, strategy: DateStrategy, to buffer: inout ByteBuffer) throws {
        switch strategy {
        case .description: try DateText.append(date, isISO8601: false, to: &buffer)
        case .iso8601: try DateText.append(date, isISO8601: true, to: &buffer)
        case .secondsSince1970: try append(date.timeIntervalSince1970, to: &buffer)
        case .millisecondsSince1970: try append(date.timeIntervalSince1970 * 1000, to: &buffer)
        case .refused:
            throw ParameterError(.dateWithoutText, "Dates are refused. Set the style's dates, or send a string.")
        case .custom(let text): buffer.append(try text(date))
        }
    }

    private static func append(_ interval: TimeInterval, to buffer: inout ByteBuffer) throws {
        guard interval.isFinite else {
            throw ParameterError(.dateWithoutText, "The date is not a number. Send a date that is.")
        }
        NumberText.append(interval, strategy: .shortest, to: &buffer)
    }

    private static func text(of data: Data, strategy: DataStrategy) throws -> String {
        switch strategy {
        case .base64: return data.base64EncodedString()
        case .custom(let text): return try text(data)
        case .refused:
            throw ParameterError(
                .dataWithoutStrategy,
                "Bytes have no text that all of Apple's systems agree on. Set the style's data, to base 64 for "
                    + "example, or send a string.")
        }
    }
}

/// The text of UUIDs in upper case, which `uuidString` makes in four times as long.
enum UUIDText {
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func text(of uuid: UUID) -> String {
        var buffer = ByteBuffer(capacity: 36)
        let bytes = unsafe withUnsafeBytes(of: uuid.uuid) { unsafe [UInt8]($0) }
        for (position, byte) in bytes.enumerated() {
            if position >= 4, position <= 10, position.isMultiple(of: 2) { buffer.append(UInt8(ascii: "-")) }
            buffer.append(digits[Int(byte >> 4)])
            buffer.append(digits[Int(byte & 15)])
        }
        return buffer.string()
    }
}

/// What a body's format can express, leaf by leaf.
protocol BodyFormat {
    /// The format as errors name it.
    var name: String { get }
    /// The kind of error for what the format has no form for.
    var refusal: RequestSerializationError.Code { get }
    /// How the elements of a model's set are put into order.
    var elementStyle: QueryStyle { get }

    /// The object Foundation writes for a leaf.
    ///
    /// - Throws: ``ParameterFault`` for a leaf the format has no form for; what a strategy's closure throws.
    func object(for leaf: ParameterLeaf) throws -> Any

    /// Checks a key.
    func validate(key: String) throws(ParameterFault)
}

extension BodyFormat {
    /// The refusal of a kind of value.
    func refuse(_ kind: String, _ remedy: String) -> ParameterFault {
        ParameterFault(refusal, "There is no form for \(kind) in \(name). \(remedy)")
    }
}

/// What JSON can express.
struct JSONBodyFormat: BodyFormat {
    let dateStrategy: DateStrategy
    let dataStrategy: DataStrategy

    var name: String { "JSON" }
    var refusal: RequestSerializationError.Code { .invalidJSON }

    var elementStyle: QueryStyle {
        var style = QueryStyle.afNetworking
        style.dates = dateStrategy
        style.data = dataStrategy
        return style
    }

    func validate(key: String) {}

    func object(for leaf: ParameterLeaf) throws -> Any {
        switch leaf {
        case .null: return NSNull()
        case .bool(let value): return value
        case .int(let value): return value
        case .uint(let value): return value
        case .string(let value): return value
        case .double(let value): return try finite(value)
        case .float(let value): return try finite(value)
        case .decimal(let value):
            guard value.isFinite else { throw refuse("a decimal that is not a number", "Send null or a string.") }
            return value
        case .date(let value): return try object(for: value)
        case .data:
            if case .refused = dataStrategy {
                throw ParameterFault(
                    .dataWithoutStrategy,
                    "There is no form for bytes in JSON. Set the serializer's dataStrategy, or send a string.")
            }
            return try LeafText.description(of: leaf, style: elementStyle)
        case .url: throw refuse("a URL", "Send its absoluteString.")
        case .uuid: throw refuse("a UUID", "Send its uuidString.")
        case .object(let description): throw refuse("'\(description)'", "Send a string, a number or a collection.")
        }
    }

    private func finite<Number: BinaryFloatingPoint>(_ value: Number) throws -> Number {
        if value.isFinite { return value }
        throw refuse("the number \(value)", "Send null or a string.")
    }

    private func object(for date: Date) throws -> Any {
        let seconds = date.timeIntervalSince1970
        switch dateStrategy {
        case .secondsSince1970: return try finite(seconds)
        case .millisecondsSince1970: return try finite(seconds * 1000)
        case .refused:
            throw ParameterFault(
                .dateWithoutText,
                "There is no form for a date in JSON. Set the serializer's dateStrategy, or send a string or number.")
        case .description, .iso8601, .custom:
            return try LeafText.description(of: .date(date), style: elementStyle)
        }
    }
}

/// What a property list can express.
struct PropertyListBodyFormat: BodyFormat {
    let isXML: Bool

    var name: String { isXML ? "an XML property list" : "a binary property list" }
    var refusal: RequestSerializationError.Code { .invalidPropertyList }

    var elementStyle: QueryStyle {
        QueryStyle.total
    }

    func validate(key: String) throws(ParameterFault) {
        _ = try text(key)
    }

    func object(for leaf: ParameterLeaf) throws -> Any {
        switch leaf {
        case .bool(let value): return value
        case .int(let value): return value
        case .uint(let value): return value
        case .double(let value): return value
        case .float(let value): return value
        case .decimal(let value): return value
        case .string(let value): return try text(value)
        case .data(let value): return value
        case .date(let value): return try checked(value)
        case .null: throw refuse("null", "Leave the key out.")
        case .url: throw refuse("a URL", "Send its absoluteString.")
        case .uuid: throw refuse("a UUID", "Send its uuidString.")
        case .object(let description): throw refuse("'\(description)'", "Send a string, a number or a collection.")
        }
    }

    private func checked(_ date: Date) throws(ParameterFault) -> Date {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite else { throw refuse("a date that is not a number", "Send a date that is.") }
        // 0001-01-01 00:00:00 to 9999-12-31 23:59:59.
        guard !isXML || (seconds >= -62_135_596_800 && seconds < 253_402_300_800) else {
            throw refuse("a date outside the years 1 to 9999", "Send the binary format or a string.")
        }
        return date
    }

    /// Text that XML 1.0 can hold (section 2.2); Foundation would write the rest as it is, and no reader would take it.
    private func text(_ text: String) throws(ParameterFault) -> String {
        guard isXML else { return text }
        // All scalars at fault are control characters, one byte each, or U+FFFE and U+FFFF, which end in BF BE and BF
        // BF after EF.
        var last: (UInt8, UInt8) = (0, 0)
        for byte in text.utf8 {
            let isControl = byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
            let isNoncharacter = last == (0xEF, 0xBF) && byte >= 0xBE
            if isControl || isNoncharacter {
                throw refuse("text with control characters", "Remove them, or send the binary format or Data.")
            }
            last = (last.1, byte)
        }
        return text
    }
}

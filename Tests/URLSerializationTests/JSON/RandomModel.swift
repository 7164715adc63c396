import URLSerialization

/// A random `Encodable` value, which encodes itself in every way that an encoder offers.
indirect enum RandomModel {
    case leaf(Leaf)
    case keyed([Member])
    case unkeyed([Element])
    /// A value passed to a single-value container.
    case wrapped(RandomModel)
    case texts([String: RandomModel])
    case numbers([Int: RandomModel])
    case kinds([Kind: RandomModel])
    /// A dictionary whose keys are not coding keys: an array of keys and values in turn.
    case points([Point: RandomModel])
    case choice(Choice)
    /// A value that encodes nothing.
    case nothing

    /// A value under a key, and the way in which it is encoded.
    struct Member {
        let key: Key
        let value: RandomModel
        let way: Way
    }

    /// An element of an array, and the way in which it is encoded.
    struct Element {
        let value: RandomModel
        let way: Way
    }

    enum Way: CaseIterable {
        case encode
        /// As the container for a nested one, filled after the rest.
        case nested
        case superEncoder
    }

    enum Leaf {
        case null, bool(Bool), text(String), double(Double), float(Float), decimal(Decimal)
        case int(Int), int8(Int8), int16(Int16), int32(Int32), int64(Int64)
        case uint(UInt), uint8(UInt8), uint16(UInt16), uint32(UInt32), uint64(UInt64)
        case date(Date), data(Data), url(URL), uuid(UUID)
    }

    /// Keys whose texts a strategy for keys changes in different ways.
    struct Key: CodingKey, Hashable {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

        init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }

        static let words = [
            "a", "b", "name", "fooBar", "URLValue", "myURL", "myURLValue", "_leading", "__twoLeading", "trailing_",
            "_both_", "_", "__", "", "a1B", "x2Y3", "HTTPServer2", "oneTwoThree", "ALLCAPS", "snake_case", "énoncéLong",
            "key/slash", "key\"quote", "日本", "Élan", "aB", "ab", "\u{FEFF}marked",
        ]
    }

    enum Kind: String, Encodable, CodingKeyRepresentable {
        case plain, twoWords, `self`
    }

    struct Point: Encodable, Hashable {
        let x: Int
        let y: Int?
    }

    /// Synthesized: an enumeration with and without associated values.
    enum Choice: Encodable {
        case empty
        case one(Int)
        case labelled(firstValue: String, second: [Bool?])
    }
}

extension RandomModel: Encodable {
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .leaf(let leaf): try leaf.encode(to: encoder)
        case .keyed(let members): try Self.encode(members, to: encoder)
        case .unkeyed(let elements): try Self.encode(elements, to: encoder)
        case .wrapped(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .texts(let entries): try entries.encode(to: encoder)
        case .numbers(let entries): try entries.encode(to: encoder)
        case .kinds(let entries): try entries.encode(to: encoder)
        case .points(let entries): try entries.encode(to: encoder)
        case .choice(let choice): try choice.encode(to: encoder)
        case .nothing: break
        }
    }

    private static func encode(_ members: [Member], to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var later: [() throws -> Void] = []
        for member in members {
            switch (member.way, member.value) {
            case (.nested, .keyed(let inner)):
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: member.key)
                later.append { for member in inner { try nested.encode(member.value, forKey: member.key) } }
            case (.nested, .unkeyed(let inner)):
                var nested = container.nestedUnkeyedContainer(forKey: member.key)
                later.append { for element in inner { try nested.encode(element.value) } }
            case (.superEncoder, let value):
                let encoder =
                    member.key.stringValue == "super"
                    ? container.superEncoder() : container.superEncoder(forKey: member.key)
                later.append { try value.encode(to: encoder) }
            case (_, .leaf(.null)):
                try container.encodeNil(forKey: member.key)
            default:
                try container.encode(member.value, forKey: member.key)
            }
        }
        for work in later { try work() }
    }

    private static func encode(_ elements: [Element], to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        var later: [() throws -> Void] = []
        for element in elements {
            switch (element.way, element.value) {
            case (.nested, .keyed(let inner)):
                var nested = container.nestedContainer(keyedBy: Key.self)
                later.append { for member in inner { try nested.encode(member.value, forKey: member.key) } }
            case (.nested, .unkeyed(let inner)):
                var nested = container.nestedUnkeyedContainer()
                later.append { for element in inner { try nested.encode(element.value) } }
            case (.superEncoder, let value):
                // At once, since JSONEncoder puts values encoded later before elements encoded in the meantime.
                try value.encode(to: container.superEncoder())
            case (_, .leaf(.null)):
                try container.encodeNil()
            default:
                try container.encode(element.value)
            }
        }
        for work in later { try work() }
    }
}

extension RandomModel.Leaf: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .int8(let value): try container.encode(value)
        case .int16(let value): try container.encode(value)
        case .int32(let value): try container.encode(value)
        case .int64(let value): try container.encode(value)
        case .uint(let value): try container.encode(value)
        case .uint8(let value): try container.encode(value)
        case .uint16(let value): try container.encode(value)
        case .uint32(let value): try container.encode(value)
        case .uint64(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .url(let value): try container.encode(value)
        case .uuid(let value): try container.encode(value)
        }
    }
}

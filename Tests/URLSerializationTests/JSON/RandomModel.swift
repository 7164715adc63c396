import URLSerialization

/// Parameters as a model, which encodes itself in every way that an encoder offers.
indirect enum RandomModel {
    /// A value that encodes itself, among them dictionaries with keys of every kind.
    case leaf(any Encodable)
    case null
    case keyed([Member])
    case unkeyed([Element])
    /// A value passed to a single-value container.
    case wrapped(RandomModel)
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
        case .leaf(let leaf) where Self.isSpecial(leaf):
            var container = encoder.singleValueContainer()
            try container.encode(leaf)
        case .leaf(let leaf): try leaf.encode(to: encoder)
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .keyed(let members): try Self.encode(members, to: encoder)
        case .unkeyed(let elements): try Self.encode(elements, to: encoder)
        case .wrapped(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .nothing: break
        }
    }

    /// Whether an encoder knows the type, so that its container must be asked.
    private static func isSpecial(_ leaf: any Encodable) -> Bool {
        leaf is Date || leaf is Decimal || leaf is Data || leaf is URL || leaf is Set<ParameterValue>
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
            case (_, .null):
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
            case (_, .null):
                try container.encodeNil()
            default:
                try container.encode(element.value)
            }
        }
        for work in later { try work() }
    }
}

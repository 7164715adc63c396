@testable import URLSerialization

extension Door {
    static let documents = [
        Door(name: "json", check: json),
        Door(name: "json-model") { try model($0, isJSON: true) },
        Door(name: "xml-list") { try list($0, isBinary: false) },
        Door(name: "binary-list") { try list($0, isBinary: true) },
        Door(name: "list-model") { try model($0, isJSON: false) },
        Door(name: "binary-model") { input in
            let (questions, list) = (input.prefix(16), Array("bplist00".utf8) + input.dropFirst(16))
            // Foundation does not survive every binary list, reports other errors about keys that are not texts, and
            // takes any of several equal keys. A list without a tree is Foundation's own.
            guard let document = try? PropertyListDocument(Data(list)),
                let object = try? document.object(ObjectOptions()), hasTextKeys(object),
                try document.tree()?.nodes.count == nodeCount(of: object)
            else { return }
            try model(questions + Array(repeating: 0, count: 16 - questions.count) + list, isJSON: false)
        },
    ]

    /// JSON: Foundation's objects and result, the tree, the models' result.
    @Sendable private static func json(_ input: [UInt8]) throws {
        let data = Data(input)
        let object = try allowing(NSError.self) {
            try JSONDocument(data).object(ObjectOptions(), allowsFragments: true)
        }
        guard !isDeep(data) else { return }
        let expected = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        try claim("the object is \(object ?? "none"), Foundation's \(expected ?? "none")", isSame(object, expected))
        let isDecoded = (try? JSONDecoder().decode(Ignored.self, from: data)) != nil
        let tree = try allowing(NSError.self) { try JSONDocument(data).tree() }
        if !isOddlyEncoded(data) {
            try claim("the tree is \(tree != nil), a model \(isDecoded)", (tree != nil) == isDecoded)
        }
        if let tree { try claim("more nodes than bytes", tree.nodes.count <= input.count + 1) }
    }

    /// A property list: Foundation's objects where it survives the list.
    private static func list(_ input: [UInt8], isBinary: Bool) throws {
        let data = isBinary ? Data("bplist00".utf8) + input : Data(input)
        // Blank data is an empty dictionary to Foundation on Linux.
        guard !data.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) else { return }
        let document = try allowing(NSError.self) { try PropertyListDocument(data) }
        let object = try document.flatMap { document in
            try allowing(NSError.self) { try document.object(ObjectOptions()) }
        }
        if let tree = try document.flatMap({ document in try allowing(NSError.self) { try document.tree() } ?? nil }) {
            try claim("more nodes than bytes", tree.nodes.count <= data.count + 1)
        }
        // Foundation does not survive every binary list, and recurses on others.
        guard object != nil || document?.format == .xml && input.count < 4096 else { return }
        let expected = try? PropertyListSerialization.propertyList(from: data, format: nil)
        try claim("the object is \(object ?? "none"), Foundation's \(expected ?? "none")", isSame(object, expected))
    }

    /// A model that asks what the input says, and the document that it is decoded from.
    private static func model(_ input: [UInt8], isJSON: Bool) throws {
        let (questions, data) = (Array(input.prefix(16)), Data(input.dropFirst(16)))
        // Foundation does not survive numbers of property lists that are not UTF-8.
        let isText = String(data: data, encoding: .utf8) != nil
        guard isJSON ? !isDeep(data) : isText || data.starts(with: Data("bplist00".utf8)) else { return }
        let decoder = JSONDecoder()
        switch questions.last.map({ $0 >> 5 }) {
        case 4: decoder.keyDecodingStrategy = .convertFromSnakeCase
        case 5: decoder.dateDecodingStrategy = .iso8601
        case 6: (decoder.dateDecodingStrategy, decoder.dataDecodingStrategy) = (.millisecondsSince1970, .deferredToData)
        case 7:
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        default: break
        }
        let listDecoder = PropertyListDecoder()
        let (expected, notes) = (Questions(questions), Questions(questions))
        decoder.userInfo = Questions.userInfo(expected)
        listDecoder.userInfo = decoder.userInfo
        let isExpected =
            (isJSON
                ? try? decoder.decode(Asking.self, from: data) : try? listDecoder.decode(Asking.self, from: data))
            != nil
        decoder.userInfo = Questions.userInfo(notes)
        listDecoder.userInfo = decoder.userInfo
        let serializer = DecodableResponseSerializer(
            Asking.self, format: isJSON ? .json(decoder) : .propertyList(listDecoder))
        let isDecoded = serializer.serialize(nil, data: data).object != nil
        try claim(
            "\(notes.answers) \(isDecoded), Foundation's \(expected.answers) \(isExpected)",
            notes.answers == expected.answers && isDecoded == isExpected || isOdd(data, isJSON: isJSON))
    }

    private static func nodeCount(of object: Any) -> Int {
        switch object {
        case let dictionary as [AnyHashable: Any]: dictionary.values.reduce(1) { $0 + nodeCount(of: $1) }
        case let array as [Any]: array.reduce(1) { $0 + nodeCount(of: $1) }
        default: 1
        }
    }

    private static func hasTextKeys(_ object: Any) -> Bool {
        switch object {
        case let dictionary as [AnyHashable: Any]:
            dictionary.allSatisfy { $0.key.base is String && hasTextKeys($0.value) }
        case let array as [Any]: array.allSatisfy(hasTextKeys)
        default: true
        }
    }

    /// Whether JSON may end where it exceeds the depth of Foundation, whose error traps there.
    private static func isDeep(_ data: Data) -> Bool {
        data.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } > 512
    }

    /// Whether JSONDecoder takes JSON for another encoding than JSONSerialization and the reader do: three bytes with a
    /// zero for UTF-8 and not UTF-16, UTF-32 with a mark for UTF-16, and UTF-16 whose second character is NUL.
    private static func isOddlyEncoded(_ data: Data) -> Bool {
        let first = [UInt8](data.prefix(4))
        return data.count == 3 && data.contains(0) || first == [0xFF, 0xFE, 0, 0]
            || first.count == 4 && first[0] == 0 && first[1] != 0 && first[2...] == [0, 0]
    }

    /// Whether Foundation reads a document otherwise, and wrongly: see above. Blank data is an empty dictionary to
    /// it on Linux, in UTF-16 and UTF-32 as well, where it drops an incomplete last character. Its decoder of property
    /// lists knows no other spelling of UTF-8, ends a tag's name at a slash, takes `<key/>` for `<key>`, refuses an
    /// empty tag at the end of a document, and skips other characters before numbers than `PropertyListSerialization`;
    /// its decoder of JSON refuses zeros with an exponent.
    private static func isOdd(_ data: Data, isJSON: Bool) -> Bool {
        func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
        let characters = data.prefix(data.count < 4 ? 4 : data.count & ~3)
        return isOddlyEncoded(data) || characters.allSatisfy { $0 <= 0x20 || $0 >= 0xFE }
            || (isJSON
                ? text(data.filter { $0 != 0 }).range(
                    of: "(?<![0-9.])0(\\.0+)?[eE]", options: .regularExpression) != nil
                : text(data).range(
                    of: "encoding(?!=\"UTF-8\")|<[a-z]+/[^>]|<key[^>]*/>|/>\\z|" + oddNumber,
                    options: .regularExpression) != nil)
    }

    /// A number of a property list with other characters than digits, letters and ASCII's white space, or a word after
    /// white space.
    private static let oddNumber =
        #"<(real|integer)[^>]*>([^<]*([^-+.0-9a-zA-Z \t-\r<]|<!)|[ \t-\r]+[-+]?[a-zA-Z])"#

    /// Whether two objects are equal and of the same types, except for byte order marks, which Foundation drops where
    /// they begin a text or follow an escape, and archivers' identifiers, which are equal only to themselves.
    static func isSame(_ left: Any?, _ right: Any?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        guard type(of: left) == type(of: right) else { return false }
        switch (left, right) {
        case (let left as String, let right as String):
            return left.utf8.elementsEqual(right.utf8)
                || withoutMarks(left).utf8.elementsEqual(withoutMarks(right).utf8)
        case (let left as Date, let right as Date):
            return left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
        case (let left as NSNumber, let right as NSNumber):
            return left == right && left.description == right.description
                || left.doubleValue.isNaN && right.doubleValue.isNaN
        case (let left as [AnyHashable: Any], let right as [AnyHashable: Any]):
            // Keys that differ only by marks are one to Foundation.
            let keys = Set(left.keys.map { ($0 as? String).map { AnyHashable(withoutMarks($0)) } ?? $0 })
            return (keys.count == right.count || left.count == right.count)
                && right.allSatisfy { key, value in
                    left.contains { (key == $0.key || isSame($0.key.base, key.base)) && isSame($0.value, value) }
                }
        case (let left as [Any], let right as [Any]):
            return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
        case (let left as NSObject, let right as NSObject):
            return left == right || "\(type(of: left))".contains("UID")
        default: return false
        }
    }

    private static func withoutMarks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FEFF}" }))
    }
}

/// A model that asks for nothing.
private struct Ignored: Decodable {
    init(from decoder: any Decoder) throws {}
}

/// The questions of a model, and the answers.
///
/// `@unchecked Sendable`: each is used by one decoder, on one thread at a time.
private final class Questions: @unchecked Sendable {
    private var program: Program
    private(set) var answers: [String] = []

    init(_ bytes: [UInt8]) { program = Program(bytes) }

    private static let key = CodingUserInfoKey(rawValue: "questions")

    static func userInfo(_ questions: Questions) -> [CodingUserInfoKey: any Sendable] {
        key.map { [$0: questions] } ?? [:]
    }

    static func of(_ decoder: any Decoder) -> Questions? { key.flatMap { decoder.userInfo[$0] as? Questions } }

    func next() -> UInt8 { program.byte() }

    func note<Value>(_ answer: () throws -> Value) throws -> Value? {
        do {
            let value = try answer()
            if !(value is Asking) { answers.append(Self.text(value)) }
            return value
        } catch let error as DecodingError {
            let kind: String
            var path: [any CodingKey] = []
            switch error {
            case .typeMismatch(_, let context): (kind, path) = ("type", context.codingPath)
            case .valueNotFound(_, let context): (kind, path) = ("none", context.codingPath)
            case .keyNotFound(let key, let context): (kind, path) = ("key \(key.stringValue)", context.codingPath)
            // Foundation's names less.
            case .dataCorrupted: kind = "data"
            @unknown default: kind = "other"
            }
            answers.append("\(kind) \(path.map(\.stringValue))")
            if next() & 3 == 0 { throw error }
            return nil
        } catch {
            // An error of Foundation's own type for a malformed key.
            answers.append("data []")
            if next() & 3 == 0 { throw error }
            return nil
        }
    }
}

extension Questions {
    /// Describes an answer so that only equal ones have the same text. All NaNs are equal.
    fileprivate static func text(_ value: Any) -> String {
        switch value {
        case let value as Date: "\(value.timeIntervalSinceReferenceDate)"
        case let value as Data: value.base64EncodedString()
        case let value as Double where value.isNaN: "nan"
        case let value as Float where value.isNaN: "nan"
        case let values as [Double]: "\(values.map { $0.isNaN ? .nan : $0 })"
        default: "\(value)"
        }
    }
}

private struct Asking: Decodable {
    /// The types besides those that are asked for by their own methods.
    private static var types: [any Decodable.Type] {
        [
            Float.self, Int8.self, UInt8.self, Int16.self, UInt32.self, Int64.self, UInt64.self, Bool.self, Double.self,
            [Int].self, [String].self, [Double].self, [Bool?].self, [[UInt8]].self, Date.self, Data.self, URL.self,
            Decimal.self, [Asking].self, Asking?.self,
        ]
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static func key(_ question: UInt8) -> Key {
        // The last two are made of a_b and _a_b where words are joined.
        let keys = ["a", "b", "", "id", "é", "0", "aB", "_aB"]
        return Key(stringValue: keys[Int(question) % (question < 192 ? 6 : 8)])
    }

    init(from decoder: any Decoder) throws {
        guard let questions = Questions.of(decoder) else { return }
        let question = questions.next()
        switch question & 3 {
        case 0, 1:
            guard let container = try questions.note({ try Kept(decoder.container(keyedBy: Key.self)) })?.value else {
                return
            }
            for _ in 0...(question >> 6) {
                let key = Self.key(questions.next())
                try Self.ask(
                    questions, { try container.decodeNil(forKey: key) }, { try container.decode($0, forKey: key) },
                    { try container.decode($0, forKey: key) }, { try container.decode($0, forKey: key) },
                    { try container.decode($0, forKey: key) }, { try container.decode($0, forKey: key) },
                    { try container.decodeIfPresent($0, forKey: key) }, { try container.superDecoder(forKey: key) })
            }
        case 2:
            guard var container = try questions.note({ try KeptList(decoder.unkeyedContainer()) })?.value else {
                return
            }
            for _ in 0...(question >> 6) where !container.isAtEnd {
                try Self.ask(
                    questions, { try container.decodeNil() }, { try container.decode($0) },
                    { try container.decode($0) }, { try container.decode($0) }, { try container.decode($0) },
                    { try container.decode($0) }, { try container.decodeIfPresent($0) },
                    { try container.superDecoder() })
            }
        default:
            let container = try decoder.singleValueContainer()
            try Self.ask(
                questions, { container.decodeNil() }, { try container.decode($0) }, { try container.decode($0) },
                { try container.decode($0) }, { try container.decode($0) }, { try container.decode($0) },
                { try container.decode($0) }, { decoder })
        }
    }

    /// Asks for one value, of the type that the questions say.
    private static func ask(
        _ questions: Questions, _ null: () throws -> Bool, _ bool: (Bool.Type) throws -> Bool,
        _ integer: (Int.Type) throws -> Int, _ double: (Double.Type) throws -> Double,
        _ text: (String.Type) throws -> String, _ value: (any Decodable.Type) throws -> any Decodable,
        _ optional: (any Decodable.Type) throws -> (any Decodable)?, _ parent: () throws -> any Decoder
    ) throws {
        let question = questions.next()
        let type = types[Int(question) % types.count]
        switch (question >> 5, question & 7) {
        case (4...5, _): _ = try questions.note { try value(type) }
        case (6, _): _ = try questions.note { try optional(type) }
        case (7, _): _ = try questions.note { try Asking(from: parent()) }
        case (_, 0): _ = try questions.note(null)
        case (_, 1): _ = try questions.note { try bool(Bool.self) }
        case (_, 2): _ = try questions.note { try integer(Int.self) }
        case (_, 3): _ = try questions.note { try double(Double.self) }
        case (_, 4): _ = try questions.note { try text(String.self) }
        default: _ = try questions.note { try value(Asking.self) }
        }
    }

    /// A container, whose description is the same for all decoders.
    private struct Kept<Value>: CustomStringConvertible {
        let value: Value
        var description: String { "keyed" }
        init(_ value: Value) { self.value = value }
    }

    private struct KeptList: CustomStringConvertible {
        let value: any UnkeyedDecodingContainer
        var description: String { "unkeyed" }
        init(_ value: any UnkeyedDecodingContainer) { self.value = value }
    }
}

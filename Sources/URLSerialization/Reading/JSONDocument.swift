/// A JSON document in UTF-8, UTF-16 or UTF-32.
package struct JSONDocument {
    /// The size in bytes from which a document is checked before objects or a tree are made from it, which take many
    /// times its size. The check then costs little, and a refusal costs no memory.
    static let largeSize = 4 << 20

    private let data: Data
    private let encoding: TextEncoding

    /// Creates a document, and converts one that is not UTF-8.
    ///
    /// - Throws: ``UndecodableData`` for bytes that are not text in UTF-16 or UTF-32.
    init(_ data: Data) throws(UndecodableData) {
        encoding = TextEncoding(ofJSON: data)
        self.data = encoding.unit == 1 ? data : try encoding.utf8(of: data)
    }

    package init(utf8 data: Data) {
        self.data = data
        encoding = TextEncoding(unit: 1, markLength: data.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    /// Returns the objects that `JSONSerialization` makes.
    func object(_ options: ObjectOptions, allowsFragments: Bool) throws(UndecodableData) -> Any {
        let rules = JSONRules.serialization(allowsFragments: allowsFragments)
        if data.count >= Self.largeSize { _ = try read(into: ValidationSink(), rules: rules) }
        let sink = try read(into: ObjectSink<String>(options), rules: rules)
        do {
            return try sink.object()
        } catch {
            throw UndecodableData(error, at: place(of: error.offset))
        }
    }

    /// Returns the tree of the text by the rules of `JSONDecoder`.
    func tree() throws(UndecodableData) -> ParameterTree {
        if data.count >= Self.largeSize { _ = try read(into: ValidationSink(isLax: true), rules: .decoder) }
        let tree = try read(into: ParameterTreeSink(), rules: .decoder).tree
        guard !tree.nodes.isFull else { throw UndecodableData("The JSON text has more values than can be counted.") }
        return tree
    }

    /// Reads the text into a sink.
    package func read<Sink: ValueSink & ~Copyable>(
        into sink: consuming Sink, rules: JSONRules
    ) throws(UndecodableData) -> Sink {
        if rules.isExact, let invalid = data.firstInvalidUTF8 {
            throw UndecodableData(
                ReadingError("The text is not UTF-8", at: invalid, remark: ""), at: place(of: invalid))
        }
        do throws(ReadingError) {
            return try data.withCursor(lending: sink) { cursor, sink throws(ReadingError) in
                try JSONReader(cursor.moved(to: encoding.start), sink, rules).read()
            }
        } catch {
            throw UndecodableData(error, at: place(of: error.offset))
        }
    }

    /// Returns the place of a value, or of its key, by the index of its node in the tree.
    func place(ofNode node: Int32, isKey: Bool = false) -> TextPlace {
        let sink = try? read(into: PlaceSink(of: node), rules: .decoder)
        return place(of: (isKey ? sink?.keyOffset : sink?.offset) ?? encoding.start)
    }

    private func place(of offset: Int) -> TextPlace { encoding.place(of: offset, in: data) }
}

extension JSONDocument: PlacedDocument {
    func problem(from place: TextPlace) -> UndecodableData? {
        do throws(UndecodableData) {
            _ = try read(into: ValidationSink(), rules: .serialization(allowsFragments: true))
            return nil
        } catch {
            let offset = error.userInfo["NSJSONSerializationErrorIndex"] as? Int
            return offset.map { $0 >= place.byte } == true ? error : nil
        }
    }
}

/// The numbers that `JSONSerialization` on Linux makes from JSON's.
///
/// | text | number |
/// |---|---|
/// | `7`, `-7` | an integer of 64 bits |
/// | `1.5`, `1E2` | a `Double` |
/// | `1.00000000000000001`, `-9223372036854775808` | an `NSDecimalNumber` |
/// | `1e999` | none |
enum JSONNumber {
    /// Returns the number of a text in JSON's grammar, or `nil` if it is too large.
    @inline(__always)
    static func number(_ text: ByteRun) -> NSNumber? {
        guard text.count <= 17 else { return longNumber(text) }
        if let value = NumberParser.shortInteger(text) {
            if text[0] == UInt8(ascii: "-") { return NSNumber(value: value) }
            return value < 256 ? small[Int(value)] : NSNumber(value: UInt64(value))
        }
        return NumberParser.double(text).map { NSNumber(value: $0) } ?? longNumber(text)
    }

    /// Returns the number of a long text or one with an exponent.
    @inline(never)
    private static func longNumber(_ text: ByteRun) -> NSNumber? {
        // Foundation looks for `e`, but not for `E`, and counts the sign, the point and an exponent with `E` as digits.
        let exponentPlace = text.firstIndex(of: UInt8(ascii: "e"))
        let count = exponentPlace ?? text.count
        if exponentPlace == nil, !text.contains(UInt8(ascii: ".")) {
            if text[0] == UInt8(ascii: "-") {
                if count <= 19, let value = Int64(text.string) { return NSNumber(value: value) }
            } else if count <= 20, let value = UInt64(text.string) {
                return NSNumber(value: value)
            }
        }
        let exponent = exponentPlace.flatMap { Int(text.part(($0 + 1)..<text.count).string) } ?? 0
        if count > 17, exponent >= -128, exponent <= 127, let value = NumberParser.decimal(text), value.isFinite {
            return NSDecimalNumber(decimal: value)
        }
        guard let value = Double(text.string), value.isFinite else { return nil }
        return NSNumber(value: value)
    }

    /// Returns the number of a Boolean.
    @inline(__always)
    static func boolean(_ value: Bool) -> NSNumber { value ? yes : no }

    private static let (yes, no) = (NSNumber(value: true), NSNumber(value: false))
    private static let small = (0..<256).map { NSNumber(value: UInt64($0)) }
}

/// The reader whose rules a JSON text must follow.
package enum JSONRules {
    /// The rules of `JSONSerialization` on Linux, which reads all texts and numbers.
    case serialization(allowsFragments: Bool)
    /// The rules of `JSONDecoder`, which does not parse strings and numbers that no model asks for.
    case decoder
    /// The rules of RFC 8259 for texts in UTF-8 that are printed as they are written: without the additional comma. The
    /// sink receives an unpaired surrogate as the three bytes that UTF-8 would have for it.
    case exact(maximumDepth: Int)

    var isExact: Bool { if case .exact = self { true } else { false } }
    /// The depth to which Foundation and this module read documents.
    static let greatestDepth = 512

    var maximumDepth: Int {
        if case .exact(let maximumDepth) = self { maximumDepth } else { Self.greatestDepth }
    }

    var isLax: Bool { if case .decoder = self { true } else { false } }
    var allowsFragments: Bool { if case .serialization(let allows) = self { allows } else { true } }
}

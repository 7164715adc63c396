import TestSupport
import Testing

@testable import URLSerialization

/// Models from property lists as `PropertyListDecoder` on Linux decodes them.
@Suite(.tags(.computing, .foundation, .random, .slow), .takingTurns) struct PropertyListDecoderAgreementTests {
    @Test(arguments: 0..<10)
    func randomModelsAreDecodedAlike(_ batch: Int) throws {
        let kinds = DecodedKind.all()
        let count = ReadingAgreementTests.documents / 80
        for index in 0..<count {
            let seed = UInt64(batch * count + index)
            let data = try RandomPropertyList.data(seed: seed)
            let decoder = PropertyListDecoder()
            let serializer = DecodableResponseSerializer(Nested.self, format: .propertyList(decoder))
            let actual = Self.notes(of: decoder, seed, kinds) { _ = try serializer.decodeBody(data, of: nil) }
            let expected = Self.notes(of: decoder, seed, kinds) { _ = try decoder.decode(Nested.self, from: data) }
            guard let difference = JSONDecoderAgreementTests.firstDifference(actual, expected) else { continue }
            Issue.record("\(seed): \(String(decoding: data, as: UTF8.self))\n\(difference)")
            return
        }
    }

    /// `PropertyListSerialization` reads an empty key; `PropertyListDecoder` takes its tag for one that opens.
    @Test func anEmptyTagIsAnEmptyKey() throws {
        let serializer = DecodableResponseSerializer([String: Int].self, format: .propertyList(PropertyListDecoder()))
        func decode(_ key: String) throws -> [String: Int]? {
            try serializer.decodeBody(Data("<dict>\(key)<integer>1</integer></dict>".utf8), of: nil)
        }
        #expect(try decode("<key/>") == ["": 1])
        #expect(throws: DecodingError.self) { try decode("<key/>a</key>") }
    }

    /// `PropertyListSerialization` reads an empty tag wherever it is; `PropertyListDecoder` refuses it at the end of a
    /// document.
    @Test(arguments: ["", "\n"])
    func anEmptyTagMayEndADocument(_ end: String) throws {
        let data = Data("<dict/>\(end)".utf8)
        #expect(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Int] == [:])
        let serializer = DecodableResponseSerializer([String: Int].self, format: .propertyList(PropertyListDecoder()))
        #expect(try serializer.decodeBody(data, of: nil) == [:])
        #expect(((try? PropertyListDecoder().decode([String: Int].self, from: data)) == nil) == end.isEmpty)
    }

    /// `PropertyListDecoder` skips other characters before a number.
    @Test(
        arguments: [
            ("<real>\u{3}0.5</real>", true), ("<real>\u{A0}0.5</real>", true), ("<real> nan</real>", false),
            ("<real>nan(3)</real>", false), ("<integer>\u{200B}5</integer>", true),
        ])
    func numbersOfModelsAreThoseOfObjects(number: String, isRead: Bool) {
        let data = Data("<plist><array>\(number)</array></plist>".utf8)
        let object = try? PropertyListSerialization.propertyList(from: data, format: nil)
        #expect((object != nil) == isRead)
        let serializer = DecodableResponseSerializer([Double].self, format: .propertyList(PropertyListDecoder()))
        #expect((try? serializer.decodeBody(data, of: nil)) == object as? [Double])
        #expect(((try? PropertyListDecoder().decode([Double].self, from: data)) != nil) == !isRead)
    }

    /// Foundation writes a `Float` in four bytes.
    @Test(
        arguments: [0.1, 99.99, 2.393_562_4e-38, 16_777_216, 3e38, .leastNonzeroMagnitude, .infinity, .nan] as [Float])
    func aNumberOfFourBytesIsWhatItIsAsADouble(number: Float) throws {
        let bytes = withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init)
        func isAlike<Value: Decodable>(_ type: Value.Type, in object: Any) throws -> Bool {
            // Foundation writes finite numbers in four bytes.
            var data = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
            let start = try #require(data.firstIndex(of: 0x22)) + 1
            data.replaceSubrange(start..<start + 4, with: bytes)
            let serializer = DecodableResponseSerializer(Value.self, format: .propertyList(PropertyListDecoder()))
            let expected = try? PropertyListDecoder().decode(Value.self, from: data)
            return "\((try? serializer.decodeBody(data, of: nil)) as Any)" == "\(expected as Any)"
        }
        func isAlike<Value: Decodable>(_ type: Value.Type) throws -> Bool {
            try isAlike([Value].self, in: [NSNumber(value: 0.1 as Float)])
                && isAlike([String: Value].self, in: ["a": NSNumber(value: 0.1 as Float)])
        }
        #expect(try isAlike(Double.self) && isAlike(Double?.self) && isAlike(CGFloat.self))
        #expect(try isAlike(Float.self) && isAlike(Int.self) && isAlike(UInt8.self) && isAlike(Decimal.self))
        #expect(try isAlike(String.self) && isAlike(Bool.self))
    }

    /// In binary a `Double` is a `Float` if nothing is lost, and in XML every one is.
    @Test(
        arguments: [0.1, 0.5, -0.0, 16_777_216, 16_777_217, 1e39, 1e-50, .infinity, .nan] as [Double], [true, false])
    func aDoubleIsAFloatWhereItIsInFoundation(number: Double, isBinary: Bool) throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: [NSNumber(value: number)], format: isBinary ? .binary : .xml, options: 0)
        let serializer = DecodableResponseSerializer([Float].self, format: .propertyList(PropertyListDecoder()))
        func note(_ floats: () throws -> [Float]?) -> String {
            do {
                return try floats().map { "\($0)" } ?? "none"
            } catch DecodingError.dataCorrupted {
                return "corrupted"
            } catch {
                return "\(error)"
            }
        }
        let expected = note { try PropertyListDecoder().decode([Float].self, from: data) }
        #expect(note { try serializer.decodeBody(data, of: nil) } == expected)
    }

    private static func notes(
        of decoder: PropertyListDecoder, _ seed: UInt64, _ kinds: [DecodedKind], _ decode: () throws -> Void
    ) -> [DecodingProgram.Note] {
        let program = DecodingProgram(seed: seed, .propertyList, kinds)
        decoder.userInfo[DecodingProgram.key] = UncheckedProgram(program: program)
        program.note("document") {
            try decode()
            return ""
        }
        return program.notes
    }
}

/// Random property lists in XML, or in binary made of it, whose keys are those of ``DecodingProgram``.
struct RandomPropertyList {
    private var generator: SeededGenerator
    private var text = ""

    static func data(seed: UInt64) throws -> Data {
        var list = RandomPropertyList(generator: SeededGenerator(seed: seed))
        list.value(depth: 4)
        let data = Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">\(list.text)</plist>".utf8)
        guard list.generator.oneIn(2) else { return data }
        let object = try PropertyListSerialization.propertyList(from: data, format: nil)
        return try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    }

    private init(generator: SeededGenerator) {
        self.generator = generator
    }

    private mutating func value(depth: Int) {
        switch generator.int(0...9) {
        case 0...3 where depth > 0:
            text += "<dict>"
            for _ in 0..<(generator.oneIn(30) ? 40 : generator.int(0...6)) {
                text += "<key>\(generator.element(of: DecodingProgram.keys))</key>"
                value(depth: depth - 1)
            }
            text += "</dict>"
        case 4...5 where depth > 0:
            text += "<array>"
            for _ in 0..<generator.int(0...4) { value(depth: depth - 1) }
            text += "</array>"
        default: text += generator.element(of: Self.leaves)
        }
    }

    private static let leaves = [
        "<integer>0</integer>", "<integer>5</integer>", "<integer>-7</integer>", "<integer>0x1F</integer>",
        "<integer>255</integer>", "<integer>300</integer>", "<integer>9223372036854775807</integer>",
        "<integer>18446744073709551615</integer>", "<integer>-9223372036854775808</integer>",
        "<integer>9007199254740993</integer>", "<integer>16777217</integer>", "<real>1.0</real>", "<real>1.5</real>",
        "<real>0.1</real>", "<real>-0.0</real>", "<real>1e19</real>", "<real>1e300</real>", "<real>3.5e38</real>",
        "<real>255</real>", "<real>9007199254740993</real>", "<true/>", "<false/>", "<string>x</string>",
        "<string></string>", "<string>5</string>", "<string>$null</string>", "<string>hearts</string>",
        "<string>&lt;\u{E9}\u{1F600}</string>", "<string>E621E1F8-C36C-495A-93FC-0C247A3E6E5F</string>",
        "<string>\(String(repeating: "long ", count: 110))</string>", "<date>2020-01-02T03:04:05Z</date>",
        "<date>1970-01-01T00:00:00Z</date>", "<data>AQID</data>", "<data></data>",
        "<string>a longer text than is stored in place</string>",
    ]
}

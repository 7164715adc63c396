import TestSupport
import Testing
import URLSerialization

/// Models from property lists as `PropertyListDecoder` on Linux decodes them.
@Suite(.tags(.computing, .random, .slow), .takingTurns) struct PropertyListDecoderAgreementTests {
    @Test(arguments: 0..<10)
    func randomModelsAreDecodedAlike(_ batch: Int) throws {
        let kinds = DecodedKind.all()
        let count = ReadingAgreementTests.documents / 80
        for index in 0..<count {
            let seed = UInt64(batch * count + index)
            let data = try Self.document(seed: seed)
            let decoder = PropertyListDecoder()
            let serializer = DecodableResponseSerializer(Nested.self, format: .propertyList(decoder))
            let actual = Self.notes(of: decoder, seed, kinds) { _ = try serializer.decodeBody(data, of: nil) }
            let expected = Self.notes(of: decoder, seed, kinds) { _ = try decoder.decode(Nested.self, from: data) }
            guard let difference = JSONDecoderAgreementTests.firstDifference(actual, expected) else { continue }
            Issue.record("\(seed): \(String(decoding: data, as: UTF8.self))\n\(difference)")
            return
        }
    }

    /// Returns a list in XML, or in binary made of it, whose keys are those of ``DecodingProgram``.
    private static func document(seed: UInt64) throws -> Data {
        var random = DecodingProgram.parameters
        random.leaves = [.bool, .int, .int, .uint, .double, .string, .string, .date, .data]
        random.collections = [.array, .dictionary]
        // From the first day of the Gregorian calendar.
        random.dates = -12_219_292_800...250_000_000_000
        var generator = SeededGenerator(seed: seed)
        let null = /(?:\$|&#x24;)(?:n|&#x6e;)(?:u|&#x75;)(?:l|&#x6c;){2}/
        let element = random.value(depth: 4, using: &generator).xmlText(using: &generator).replacing(
            null, with: "$null")
        let data = Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">\(element)</plist>".utf8)
        guard generator.oneIn(2) else { return data }
        let object = try PropertyListSerialization.propertyList(from: data, format: nil)
        return try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    }

    /// `PropertyListDecoder` on Linux reads them as of the Julian calendar; its dates in binary are numbers.
    @Test func datesBefore1582AreGregorian() throws {
        let data = Data("<plist><array><date>1559-10-30T09:20:44Z</date></array></plist>".utf8)
        let object = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Date]
        let serializer = DecodableResponseSerializer([Date].self, format: .propertyList(PropertyListDecoder()))
        let dates = try serializer.decodeBody(data, of: nil)
        #expect(dates == object && dates?.first?.timeIntervalSince1970 == -12_943_809_556)
        #expect(try PropertyListDecoder().decode([Date].self, from: data) != dates)
    }

    /// `PropertyListDecoder` on Linux looks for it before character references are resolved.
    @Test func aNullMayBeWrittenWithReferences() throws {
        let data = Data("<plist><array><string>$n&#x75;ll</string></array></plist>".utf8)
        let serializer = DecodableResponseSerializer([String?].self, format: .propertyList(PropertyListDecoder()))
        #expect(try serializer.decodeBody(data, of: nil) == [nil])
        #expect(try PropertyListDecoder().decode([String?].self, from: data) == ["$null"])
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

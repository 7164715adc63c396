import Testing
import URLSerialization

@Suite struct PropertyListRequestSerializerTests {
    private let serializer = PropertyListRequestSerializer()

    private static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

    // MARK: - Placing

    @Test(arguments: formats)
    func bodyIsAPropertyListWithItsMediaType(format: PropertyListSerialization.PropertyListFormat) throws {
        let request = try PropertyListRequestSerializer(format: format)
            .serialize(URLRequest("POST"), with: ["key": "value"])
        #expect(request.contentType == "application/x-plist")
        var written: PropertyListSerialization.PropertyListFormat = .openStep
        let body = try #require(request.httpBody)
        let object = try PropertyListSerialization.propertyList(from: body, format: &written)
        #expect(object as? [String: String] == ["key": "value"])
        #expect(written == format)
    }

    @Test func withoutParametersThereIsNeitherBodyNorMediaType() throws {
        let request = try serializer.serialize(URLRequest("POST"), with: nil)
        #expect(request.httpBody == nil)
        #expect(request.contentType == nil)
    }

    @Test func queryIsUsedForMethodsInTheURL() throws {
        let request = try serializer.serialize(URLRequest("DELETE"), with: ["a": NSNull()])
        #expect(request.url?.query == "a")
        #expect(request.httpBody == nil)
    }

    // MARK: - Values

    @Test(arguments: formats)
    func valuesReadBackAsTheyWere(format: PropertyListSerialization.PropertyListFormat) throws {
        let parameters: [String: Any] = [
            "bool": true, "number": NSNumber(value: 1), "boolean": NSNumber(value: false), "int8": Int8(-1),
            "least": Int64.min, "double": 0.1, "date": Date(timeIntervalSince1970: 1_000_000_000),
            "data": Data([1, 2]),
            "text": "l1\nl2\t<&>é😀", "substring": "ab"[...], "array": [1, [2, [String: Int]()]] as [Any],
            "value": ["k": .date(Date(timeIntervalSince1970: 0))] as ParameterValue, "": "empty",
        ]
        let plist = try readBack(parameters, format: format)
        #expect(plist["bool"] as? Bool == true)
        #expect(plist["number"] as? Int == 1)
        #expect(plist["boolean"] as? Bool == false)
        #expect(plist["int8"] as? Int == -1)
        #expect(plist["least"] as? Int64 == .min)
        #expect(plist["double"] as? Double == 0.1)
        #expect(plist["date"] as? Date == Date(timeIntervalSince1970: 1_000_000_000))
        #expect(plist["data"] as? Data == Data([1, 2]))
        #expect(plist["text"] as? String == "l1\nl2\t<&>é😀")
        #expect(plist["substring"] as? String == "ab")
        #expect((plist["array"] as? [Any])?.count == 2)
        #expect(plist["value"] as? [String: Date] == ["k": Date(timeIntervalSince1970: 0)])
        #expect(plist[""] as? String == "empty")
    }

    @Test func booleansAndNumbersAreToldApart() throws {
        let request = try serializer.serialize(
            URLRequest("POST"), with: [NSNumber(value: true), true, NSNumber(value: 1), 1, 1.0] as [Any])
        let body = try #require(request.bodyText).filter { !$0.isWhitespace }
        #expect(body.contains("<array><true/><true/><integer>1</integer><integer>1</integer><real>1</real></array>"))
    }

    @Test func leafIsAllowedAtTheRoot() throws {
        #expect(
            try serializer.serialize(URLRequest("POST"), with: 5).bodyText?.contains("<integer>5</integer>") == true)
    }

    @Test(arguments: [
        Sample("null") { NSNull() }, Sample("nil in Any") { String?.none as Any }, Sample("Set") { Set([1]) },
        Sample("NSSet") { NSSet(object: 1) }, Sample("URL") { URL(fileURLWithPath: "/x") }, Sample("UUID") { UUID() },
        Sample("integer keys") { [42: "value"] }, Sample("NaN date") { Date(timeIntervalSince1970: .nan) },
        Sample("infinite date") { Date(timeIntervalSince1970: .infinity) }, Sample("object") { NSObject() },
        Sample("equal keys") { OrderedEntries([(key: "x", value: 1), (key: "x", value: 2)]) },
    ])
    func valueWithoutFormIsRefusedAtItsKeyPath(sample: Sample) throws {
        let request = try URLRequest("POST", headers: ["X-Own": "1"])
        let before = request.snapshot
        for format in Self.formats {
            let parameters: [String: Any] = ["a": ["b", sample.make()] as [Any]]
            let error = #expect(throws: CocoaError.self) {
                try PropertyListRequestSerializer(format: format).serialize(request, with: parameters)
            }
            #expect((error as NSError?)?.domain == NSCocoaErrorDomain)
            #expect(error?.code.rawValue == 3851)
            #expect((error?.underlying as? RequestSerializationError)?.keyPath == "a[1]")
            #expect(error?.localizedDescription.contains("a[1]") == true)
            #expect(request.snapshot == before)
        }
    }

    @Test(arguments: [
        Sample("control") { "a\u{1}" }, Sample("NUL") { "\u{0}" }, Sample("vertical tab") { "\u{B}" },
        Sample("U+FFFE") { "é\u{FFFE}" }, Sample("U+FFFF") { "\u{FFFF}" }, Sample("key") { ["\u{1}": 1] },
        Sample("year 10000") { Date(timeIntervalSince1970: 253_402_300_800) },
        Sample("year 0") { Date(timeIntervalSince1970: -62_135_596_801) },
    ])
    func valueThatOnlyXMLCannotHoldIsRefusedThereAlone(sample: Sample) throws {
        let error = #expect(throws: CocoaError.self) { try readBack(["a": sample.make()], format: .xml) }
        let underlying = error?.underlying as? RequestSerializationError
        #expect(underlying?.code == .invalidPropertyList)
        #expect(underlying?.keyPath == "a")
        #expect(try readBack(["a": sample.make()], format: .binary).count == 1)
    }

    @Test(arguments: ["\u{FFFD}", "\u{EFFF}", "a\tb\r\n", "\u{7F}\u{85}", "\u{BFBE}"])
    func textThatXMLCanHoldIsWritten(text: String) throws {
        #expect(try serializer.serialize(URLRequest("POST"), with: ["a": text]).bodyText?.contains(text) == true)
    }

    @Test(arguments: [Sample("null") { NSNull() }, Sample("set") { Set([1]) }])
    func nullAndSetAreRefusedAtTheRoot(sample: Sample) throws {
        let error = #expect(throws: CocoaError.self) {
            try serializer.serialize(URLRequest("POST"), with: sample.make())
        }
        #expect(error?.code.rawValue == 3851)
    }

    @Test func formatThatCannotBeWrittenIsAnError() throws {
        let error = #expect(throws: CocoaError.self) {
            try PropertyListRequestSerializer(format: .openStep).serialize(URLRequest("POST"), with: ["a": 1])
        }
        #expect((error?.underlying as? RequestSerializationError)?.field == "format")
    }

    // MARK: - Models, presets, archives

    @Test(arguments: formats)
    func modelHasThePropertyListOfItsDictionary(format: PropertyListSerialization.PropertyListFormat) throws {
        let request = try PropertyListRequestSerializer(format: format).serialize(URLRequest("POST"), encoding: Model())
        let plist = try PropertyListSerialization.propertyList(from: try #require(request.httpBody), format: nil)
        let model = try #require(plist as? [String: Any])
        #expect(model["names"] as? [String] == ["a", "b"])
        #expect(model["url"] as? String == "https://example.com")
        #expect(model["date"] as? Date == Date(timeIntervalSince1970: 60))
        #expect(model["data"] as? Data == Data([7]))
        #expect(model["absent"] == nil)
    }

    @Test func presetIsTheSerializer() throws {
        let preset: some HTTPRequestSerialization = .propertyList
        #expect(try preset.serialize(URLRequest("POST"), with: [1]).contentType == "application/x-plist")
    }

    @Test func archiveKeepsEveryField() throws {
        let serializer = PropertyListRequestSerializer(format: .binary, writeOptions: 3).configured {
            $0.timeoutInterval = 5
        }
        let archive = try PropertyListEncoder().encode(serializer)
        let restored = try PropertyListDecoder().decode(PropertyListRequestSerializer.self, from: archive)
        #expect(restored.format == .binary)
        #expect(restored.writeOptions == 3)
        #expect(restored.configuration.timeoutInterval == 5)
    }

    private func readBack(
        _ parameters: [String: Any], format: PropertyListSerialization.PropertyListFormat
    ) throws -> [String: Any] {
        let serializer = PropertyListRequestSerializer(format: format)
        let body = try #require(try serializer.serialize(URLRequest("POST"), with: parameters).httpBody)
        return try #require(try PropertyListSerialization.propertyList(from: body, format: nil) as? [String: Any])
    }
}

private struct Model: Encodable {
    var names: Set = ["b", "a"]
    var url = URL(string: "https://example.com")
    var date = Date(timeIntervalSince1970: 60)
    var data = Data([7])
    var absent: String?
}

import Testing
import URLSerialization

/// Lines about responses that a new user might write before reading the documentation.
@Suite struct ResponseGuessTests {
    struct Order: Codable, Equatable { var id: Int }

    private let url = "https://example.com/orders"

    private func response(_ status: Int = 200, _ contentType: String? = "application/json") throws -> HTTPURLResponse {
        let url = try #require(URL(string: url))
        let fields = contentType.map { ["Content-Type": $0] }
        return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields))
    }

    @Test func bodiesAreDecodedByOneVerb() throws {
        let data = Data(#"{"id":7}"#.utf8)
        #expect(try DecodableResponseSerializer(Order.self).decode(data, from: response()).id == 7)
        #expect(try DecodableResponseSerializer(Order.self).decodeIfPresent(Data(), from: response(204)) == nil)
        #expect(try DecodableResponseSerializer(Order?.self).decode(Data(), from: response(204)) == nil)
        #expect(try HTTPResponseSerializer().decode(data, from: response()) == data)
        #expect(throws: ResponseSerializationError.self) {
            try DecodableResponseSerializer(ParameterValue.self).decode(Data(), from: response(204))
        }
    }

    @Test(
        arguments: [
            ("text/plain; charset=ISO-8859-1", [0xE9], "é"), ("text/plain; charset=\"utf-8\"", [0xC3, 0xA9], "é"),
            ("text/plain; a=\"charset=x;charset=y\"; charset=utf-8\"", [0xC3, 0xA9], "é"),
            ("text/plain; charset=\"utf-8; format=flowed", [0xC3, 0xA9], "é"),
            ("text/plain; name=\"a\"b\"; charset=windows-1252", [0x80], "€"),
            ("text/plain", [0xC3, 0xA9], "é"), ("text/html; level=1; Charset=windows-1252", [0x80], "€"),
            (nil, [0x61], "a"), ("text/plain; charset=utf-16be", [0x00, 0x61], "a"), ("text/plain", [], ""),
        ] as [(String?, [UInt8], String)])
    func textHasTheCharsetOfItsResponse(contentType: String?, bytes: [UInt8], text: String) throws {
        #expect(try StringResponseSerializer().decode(Data(bytes), from: response(200, contentType)) == text)
    }

    @Test func textThatIsNoneIsAnError() throws {
        let unknown = #expect(throws: ResponseSerializationError.self) {
            try StringResponseSerializer().decode(Data([0x61]), from: response(200, "text/plain; charset=klingon"))
        }
        #expect(unknown?.localizedDescription.contains("klingon") == true)
        #expect(throws: ResponseSerializationError.self) {
            try StringResponseSerializer().decode(Data([0xFF]), from: response(200, "text/plain"))
        }
        let serializer: StringResponseSerializer = .string(encoding: .isoLatin1)
        #expect(try serializer.decode(Data([0xFF]), from: response(200, "text/plain; charset=klingon")) == "ÿ")
    }

    @Test func statusCodesAreARange() throws {
        var configuration = HTTPResponseConfiguration(acceptableStatusCodes: 200..<500)
        #expect(throws: Never.self) { try configuration.validate(response(404), data: nil) }
        #expect(throws: ResponseSerializationError.self) { try configuration.validate(response(500), data: nil) }
        configuration = HTTPResponseConfiguration(acceptableStatusCodes: 200...404)
        #expect(configuration.acceptableStatusCodes == IndexSet(200...404))
        configuration = HTTPResponseConfiguration(acceptableStatusCodes: -5..<Int.max)
        #expect(configuration.acceptableStatusCodes == IndexSet(0..<1000))
        #expect(HTTPResponseConfiguration(acceptableStatusCodes: ..<300).acceptableStatusCodes == IndexSet(0..<300))
    }

    @Test func acceptedRangesKeepTheGapsBetweenThem() throws {
        var configuration = HTTPResponseConfiguration()
        configuration.accept(statusCodes: 404...410)
        configuration.accept(statusCodes: 503...)
        configuration.accept(statusCodes: -5..<2)
        let expected = IndexSet(0..<2).union(IndexSet(200..<300)).union(IndexSet(404...410))
        #expect(configuration.acceptableStatusCodes == expected.union(IndexSet(503..<1000)))
        for status in [302, 411, 502] {
            #expect(throws: ResponseSerializationError.self) { try configuration.validate(response(status), data: nil) }
        }
        configuration.acceptableStatusCodes = nil
        configuration.accept(statusCodes: 404...410)
        #expect(configuration.acceptableStatusCodes == nil)
    }

    @Test func settingsAreMembersOfTheSerializer() throws {
        var serializer = JSONResponseSerializer()
        serializer.acceptableStatusCodes = [404]
        serializer.acceptableContentTypes?.insert("text/html")
        let object = try serializer.decode(Data("[1]".utf8), from: response(404, "text/html"))
        #expect(object as? [Int] == [1] && serializer.configuration.acceptableStatusCodes == [404])
        serializer.configuration.accept(statusCodes: 200...201)
        #expect(serializer.acceptableStatusCodes == [200, 201, 404])
    }

    @Test func aDecoderIsHandedIn() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { $0.last?.stringValue == "ID" ? Key(stringValue: "id") : $0[0] }
        let order = try DecodableResponseSerializer(Order.self, decoder: decoder).decode(Data(#"{"ID":7}"#.utf8))
        #expect(order == Order(id: 7))
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func aSuffixIsAContentType() throws {
        var serializer = JSONResponseSerializer()
        serializer.configuration.acceptableContentTypes?.insert("+json")
        let data = Data("[]".utf8)
        #expect(throws: Never.self) { try serializer.decode(data, from: response(200, "application/hal+json")) }
        #expect(throws: ResponseSerializationError.self) {
            try serializer.decode(data, from: response(200, "application/hal+xml"))
        }
    }

    @Test func messagesSayWhatToDo() throws {
        let broken = #expect(throws: ResponseSerializationError.self) {
            try JSONResponseSerializer().decode(Data("{\n  \"a\": tru\n}".utf8), from: response())
        }
        #expect(broken?.localizedDescription == "“true” is misspelt at byte 9 (line 2, column 8): \"tru\".")
        #expect(broken?.domain == NSCocoaErrorDomain && broken?.code == 3840)
        let model = #expect(throws: ResponseSerializationError.self) {
            try DecodableResponseSerializer(Order.self).decode(Data("{\"id\": 1".utf8), from: response())
        }
        #expect(model?.localizedDescription.contains("it ends at byte 8 (line 1, column 9)") == true)
        let typeless = #expect(throws: ResponseSerializationError.self) {
            try JSONResponseSerializer().decode(Data("[]".utf8), from: response(200, nil))
        }
        #expect(typeless?.localizedDescription == "Request failed: the response has no Content-Type")
    }

    static let undecodable: [(String, [UInt8], String)] = [
        ("CRLF", Array("{\r\n \"id\": tru}".utf8), #"at byte 10 (line 2, column 8): "tru}"."#),
        ("CR", Array("{\r\"id\": tru}".utf8), #"at byte 8 (line 2, column 7): "tru}"."#),
        ("mark", [0xEF, 0xBB, 0xBF] + Array("{x}".utf8), #"at byte 4 (line 1, column 2): "x}"."#),
        ("mark alone", [0xEF, 0xBB, 0xBF], "The JSON text is blank: it ends at byte 3 (line 1, column 1)."),
        ("blank", Array("\n ".utf8), "The JSON text is blank: it ends at byte 2 (line 2, column 2)."),
        ("cut off", Array(#"{"id""#.utf8), "it ends at byte 5 (line 1, column 6), with 1 bracket open."),
        ("not UTF-8", Array(#"{"id":""#.utf8) + [0xFF, 0x22, 0x7D], "is not UTF-8 at byte 7 (line 1, column 8)"),
        ("control", Array("{\"id\":\"\n\"}".utf8), #"must be escaped at byte 7 (line 1, column 8): "\n"."#),
        ("escape", Array(#"{"id":"\x"}"#.utf8), "An escape is invalid at byte 7 (line 1, column 8)"),
        ("zero", Array(#"{"id":01}"#.utf8), #"begin with a zero at byte 6 (line 1, column 7): "01}"."#),
        ("large", Array(#"{"id":1e999}"#.utf8), #"A number is too large at byte 6 (line 1, column 7): "1e999}"."#),
    ]

    @Test(arguments: undecodable)
    func undecodableJSONIsNamedByItsPlace(name: String, bytes: [UInt8], place: String) throws {
        let object = #expect(throws: ResponseSerializationError.self, "\(name)") {
            try JSONResponseSerializer().decode(Data(bytes), from: response())
        }
        #expect(object?.localizedDescription.contains(place) == true, "\(object as Any)")
        let model = #expect(throws: ResponseSerializationError.self, "\(name)") {
            try DecodableResponseSerializer([String: String].self).decode(Data(bytes), from: response())
        }
        // JSONDecoder reads only what the model asks for; as a string, a number is of another type.
        guard !["zero", "large"].contains(name) else { return }
        #expect(model?.localizedDescription.contains(place) == true, "\(model as Any)")
    }

    @Test(arguments: [#"{"id":01}"#, #"{"id":1e999}"#])
    func aModelsNumberIsNamedByItsPlace(text: String) throws {
        let error = #expect(throws: ResponseSerializationError.self) {
            try DecodableResponseSerializer(Order.self).decode(Data(text.utf8), from: response())
        }
        #expect(error?.localizedDescription.contains("at byte 6 (line 1, column 7)") == true, "\(error as Any)")
    }

    @Test func jsonWhoseNumberDoesNotFitIsNotCalledInvalid() throws {
        let error = #expect(throws: ResponseSerializationError.self) {
            try DecodableResponseSerializer(Order.self).decode(Data(#"{"id":1.5}"#.utf8), from: response())
        }
        #expect(error?.localizedDescription.contains("not valid JSON") == false, "\(error as Any)")
        struct Refusing: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "own words"))
            }
        }
        let own = #expect(throws: ResponseSerializationError.self) {
            try DecodableResponseSerializer(Refusing.self).decode(Data(#"{"a":"\x"}"#.utf8), from: response())
        }
        #expect(own?.localizedDescription == "own words")
    }

    @Test func aPrintedErrorSaysTheSentence() throws {
        let error = #expect(throws: ResponseSerializationError.self) {
            try JSONResponseSerializer().decode(Data("[".utf8), from: response(404))
        }
        let error404 = try #require(error)
        let status = HTTPURLResponse.localizedString(forStatusCode: 404)
        #expect("\(error404)".hasPrefix("The JSON text is cut off"))
        #expect("\(error404 as any Error)".hasSuffix(" | Request failed: \(status) (404)"))
        #expect((error404.underlyingError as? NSError)?.code == 3840 && error404.causes[0].underlyingError == nil)
        let missing = #expect(throws: ResponseSerializationError.self) {
            try JSONResponseSerializer().decode(Data(), from: response(204))
        }
        #expect(missing?.description.contains("the serializer's decodeIfPresent(_:from:)") == true)
    }
}

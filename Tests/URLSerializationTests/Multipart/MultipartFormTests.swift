import TestSupport
import Testing

@testable import URLSerialization

@Suite(.takingTurns) struct MultipartFormTests {
    @Test func bodyIsBoundariesHeadsAndContent() throws {
        let body = try MultipartBody.making { form in
            try form.append("1", name: "a")
            try form.append(Data("two".utf8), name: "b", fileName: "b.txt", mediaType: "text/plain")
            try form.append(
                headers: ["X-C": "3", "Content-Disposition": "form-data; name=\"c\""], body: Data("\r\n--B".utf8))
        }
        let lines = [
            "--B", "Content-Disposition: form-data; name=\"a\"", "", "1",
            "--B", "Content-Disposition: form-data; name=\"b\"; filename=\"b.txt\"", "Content-Type: text/plain", "",
            "two",
            "--B", "Content-Disposition: form-data; name=\"c\"", "X-C: 3", "", "", "--B",
            "--B--", "",
        ]
        #expect(try body.text == lines.joined(separator: "\r\n"))
        #expect(try body.contentLength == Int64(body.data().count))
        #expect(body.contentType == "multipart/form-data; boundary=B")
    }

    @Test func formWithoutPartsIsNoBody() throws {
        var form = try MultipartForm.fixed
        #expect(form.partCount == 0)
        try form.throttle(packetSize: 1, delay: 0)
        #expect(try form.makeBody() == nil)
    }

    @Test func emptyPartIsAPart() throws {
        let body = try MultipartBody.making { try $0.append(Data(), name: "") }
        #expect(try body.text == MultipartBody.text(ofFields: [("", "")]))
    }

    @Test func partsKeepTheirOrderAndAreCounted() throws {
        var form = try MultipartForm.fixed
        let fields = (0..<500).map { (name: "n\($0 % 7)", value: "v\($0)") }
        for (index, field) in fields.enumerated() {
            #expect(form.partCount == index)
            try form.append(field.value, name: field.name)
        }
        #expect(try form.body.text == MultipartBody.text(ofFields: fields))
    }

    @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 1 << 20, (1 << 20) + 1])
    func contentOfAnyLengthIsWhole(length: Int) throws {
        // A slice: its first index is not 0.
        let content = Data((0..<length + 3).map { UInt8(truncatingIfNeeded: $0 &* 31) })[3...]
        let body = try MultipartBody.making { form in
            for name in ["a", "b", "c"] { try form.append(content, name: name) }
        }
        var expected = Data()
        for name in ["a", "b", "c"] {
            expected += Data("--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
            expected += content + Data("\r\n".utf8)
        }
        #expect(try body.data() == expected + Data("--B--\r\n".utf8))
        #expect(body.contentLength == Int64(expected.count) + 7)
    }

    @Test func tenThousandPartsAreNoTrouble() throws {
        let duration = try ProcessorTime.measure {
            let body = try MultipartBody.making { form in
                for index in 0..<10_000 { try form.append("value", name: "name\(index)") }
            }
            #expect(try body.data().count == Int(body.contentLength))
        }
        #expect(duration < ProcessorTime.limit(20))
    }

    // MARK: - Values

    @Test func bodyIsNotChangedByWhatTheFormGetsLater() throws {
        var form = try MultipartForm.fixed
        try form.append("1", name: "a")
        let body = try form.body
        try form.append("2", name: "b")
        #expect(try body.text == MultipartBody.text(ofFields: [("a", "1")]))
        #expect(try form.body.text == MultipartBody.text(ofFields: [("a", "1"), ("b", "2")]))
    }

    @Test func copyOfAFormHasSeparateParts() throws {
        var form = try MultipartForm.fixed
        try form.append("1", name: "a")
        var copy = form
        try form.append("2", name: "b")
        try copy.append("3", name: "c")
        try copy.throttle(packetSize: 1, delay: 0)
        #expect(try form.body.text == MultipartBody.text(ofFields: [("a", "1"), ("b", "2")]))
        #expect(try copy.body.text == MultipartBody.text(ofFields: [("a", "1"), ("c", "3")]))
        #expect(try form.body.content.throttle == nil)
    }

    @Test func copiesOfAFormThatBothSpoolDoNotDisturbEachOther() throws {
        var form = try MultipartForm.fixed
        func append(_ text: String, to form: inout MultipartForm) throws {
            let stream = InputStream(data: Data(text.utf8))
            try form.append(stream, length: nil, name: text, fileName: "n", mediaType: "m/t")
        }
        try append("first", to: &form)
        let body = try form.body
        var copies = [form, form, form]
        for index in copies.indices { try append("\(index)", to: &copies[index]) }
        try append("last", to: &form)
        for index in copies.indices { try append("\(index) again", to: &copies[index]) }
        func contents(_ body: MultipartBody) throws -> [String] {
            try body.text.components(separatedBy: "m/t\r\n\r\n").dropFirst()
                .map { $0.components(separatedBy: "\r\n--B")[0] }
        }
        #expect(try contents(body) == ["first"])
        #expect(try contents(form.body) == ["first", "last"])
        for index in copies.indices {
            #expect(try contents(copies[index].body) == ["first", "\(index)", "\(index) again"])
        }
    }

    static let failures: [(String, RequestSerializationError.Code, @Sendable (inout MultipartForm) throws -> Void)] = [
        ("name", .invalidPartName, { try $0.append("v", name: "\0") }),
        ("file name", .invalidPartName, { try $0.append(Data(), name: "a", fileName: "\0", mediaType: "m/t") }),
        ("media type", .invalidHeader, { try $0.append(Data(), name: "a", fileName: "n", mediaType: "\r\n") }),
        ("header", .invalidHeader, { try $0.append(headers: ["a b": "c"], body: Data()) }),
        ("file", .unusableFile, { try $0.append(file: URL(fileURLWithPath: "/nowhere"), name: "a") }),
        (
            "length", .invalidPartLength,
            { try $0.append(InputStream(data: Data()), length: -1, name: "a", fileName: "n", mediaType: "m/t") }
        ),
        (
            "short stream", .sourceTooShort,
            { try $0.append(InputStream(data: Data("x".utf8)), length: 2, name: "a", fileName: "n", mediaType: "m/t") }
        ),
        (
            "failing stream", .unreadableSource,
            {
                try $0.append(
                    ScriptedStream(.text("abc"), .count(-1)), length: nil, name: "a", fileName: "n", mediaType: "m/t")
            }
        ),
        ("packet size", .invalidSetting, { try $0.throttle(packetSize: 0, delay: 0) }),
    ]

    @Test(arguments: failures.map(\.0))
    func failureLeavesTheFormAsItWas(name: String) throws {
        let (_, code, append) = try #require(Self.failures.first { $0.0 == name })
        var form = try MultipartForm.fixed
        for count in 0..<3 {
            let before = try form.snapshot
            expectRefusal(code) { try append(&form) }
            #expect(try form.snapshot == before)
            let stream = InputStream(data: Data("content \(count)".utf8))
            try form.append(stream, length: nil, name: "s\(count)", fileName: "n", mediaType: "m/t")
            #expect(try form.snapshot.contains("content \(count)"))
            #expect(form.partCount == count + 1)
        }
    }

    // MARK: - Lengths

    @Test func lengthsBeyond63BitsAreAnError() throws {
        var form = try MultipartForm.fixed
        let half = Int64.max / 2
        for name in ["a", "b"] {
            try form.append(
                InputStream(data: Data()), length: half, name: name, fileName: "n", mediaType: "m/t", mayBlock: false)
        }
        expectRefusal(.invalidPartLength, field: "Content-Length") { try form.makeBody() }
        expectRefusal(.invalidPartLength) {
            try HTTPRequestSerializer().multipartRequest(method: .post, url: "https://example.com") { $0 = form }
        }
    }

    @Test func longestLengthIsStillOne() throws {
        func body(_ length: Int64) throws -> MultipartBody {
            try MultipartBody.making {
                try $0.append(
                    InputStream(data: Data()), length: length, name: "f", fileName: "n", mediaType: "m/t",
                    mayBlock: false)
            }
        }
        let overhead = try body(0).contentLength
        #expect(try body(.max - overhead).contentLength == .max)
        #expect(throws: RequestSerializationError.self) { try body(.max - overhead + 1) }
    }

    // MARK: - Encodings

    private static func body(_ encoding: String.Encoding, _ text: String, name: String = "k") throws -> Data? {
        try HTTPRequestSerializer().configured { $0.stringEncoding = encoding }.multipartRequest(
            method: .post, url: "https://example.com", boundary: .fixed
        ) { try $0.append(text, name: name) }.multipartBody?.data()
    }

    @Test(arguments: [
        (String.Encoding.utf8, "ö", [0xC3, 0xB6] as [UInt8]), (.isoLatin1, "ö", [0xF6]), (.ascii, "o", [0x6F]),
        (.windowsCP1252, "€", [0x80]), (.shiftJIS, "日", [0x93, 0xFA]), (.utf16BigEndian, "ö", [0x00, 0xF6]),
    ])
    func textsAreInTheSerializersEncodingAndNamesInUTF8(encoding: String.Encoding, text: String, bytes: [UInt8]) throws
    {
        var expected = Data("--B\r\nContent-Disposition: form-data; name=\"日\(text)\"\r\n\r\n".utf8)
        expected += bytes + Data("\r\n--B--\r\n".utf8)
        #expect(try Self.body(encoding, text, name: "日" + text) == expected)
        let parameters = try HTTPRequestSerializer().configured { $0.stringEncoding = encoding }.multipartRequest(
            method: .post, url: "https://example.com", parameters: ["日" + text: text], boundary: .fixed)
        #expect(try parameters.multipartBody?.data() == expected)
    }

    @Test(arguments: [String.Encoding.ascii, .isoLatin1, String.Encoding(rawValue: 12345)])
    func textThatTheEncodingLacksIsAnErrorNamingThePart(encoding: String.Encoding) {
        expectRefusal(.unrepresentableText, field: "stringEncoding", part: "k") {
            try Self.body(encoding, "日", name: "k")
        }
        expectRefusal(.unrepresentableText, at: "k[0]") {
            try HTTPRequestSerializer().configured { $0.stringEncoding = encoding }.multipartRequest(
                method: .post, url: "https://example.com", parameters: ["k": ["日"]])
        }
    }

    @Test func boundariesAndNamesAreTheSameInEveryEncoding() throws {
        for encoding in String.availableStringEncodings {
            let body = try HTTPRequestSerializer().configured { $0.stringEncoding = encoding }.multipartRequest(
                method: .post, url: "https://example.com", boundary: .fixed
            ) { try $0.append(Data("v".utf8), name: "a;b=\"c\"+/é") }.multipartBody?.data()
            #expect(body == Data(MultipartBody.text(ofFields: [("a;b=%22c%22+/é", "v")]).utf8), "\(encoding)")
        }
    }

    @Test func namesAndMediaTypesAreDerivedWhereTheyAreLeftOut() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.file("x", named: "photo.JPG")
        let body = try MultipartBody.making { form in
            try form.append(file: file, name: "a")
            try form.append(file: file, name: "b", fileName: "renamed.png")
            try form.append(file: file, name: "c", mediaType: "x/y")
            try form.append(Data("x".utf8), name: "d", fileName: "a.tar.gz")
            try form.append(InputStream(data: Data("x".utf8)), length: 1, name: "e", fileName: "noext")
        }
        let heads = try body.text.components(separatedBy: "\r\n").filter { $0.hasPrefix("Content-") }
        #expect(
            heads == [
                #"Content-Disposition: form-data; name="a"; filename="photo.JPG""#, "Content-Type: image/jpeg",
                #"Content-Disposition: form-data; name="b"; filename="renamed.png""#, "Content-Type: image/jpeg",
                #"Content-Disposition: form-data; name="c"; filename="photo.JPG""#, "Content-Type: x/y",
                #"Content-Disposition: form-data; name="d"; filename="a.tar.gz""#, "Content-Type: application/gzip",
                #"Content-Disposition: form-data; name="e"; filename="noext""#,
                "Content-Type: application/octet-stream",
            ])
    }

    @Test func parametersCanBeAppendedAnywhere() throws {
        let body = try MultipartBody.making { form in
            try form.append("1", name: "first")
            try form.append(parameters: ["b": [true, nil], "a": .data(Data("raw".utf8))] as ParameterValue)
        }
        #expect(
            try body.text
                == MultipartBody.text(ofFields: [("first", "1"), ("a", "raw"), ("b[]", "1"), ("b[]", "")]))
    }

    @Test func parametersThatCannotBeAppendedLeaveTheForm() throws {
        var form = try MultipartForm.fixed
        try form.append("1", name: "first")
        let before = try form.snapshot
        #expect(throws: RequestSerializationError.self) {
            try form.append(parameters: ["a": 1, "b\0": 2] as ParameterValue)
        }
        #expect(try form.snapshot == before)
    }

    @Test(.timeLimit(.minutes(60))) func bytesInASetAreSortedInLinearTime() throws {
        let data = Set([Data(count: 1 << 20), Data(repeating: 1, count: 1 << 20)])
        let duration = try ProcessorTime.measure {
            _ = try MultipartBody.making { try $0.append(parameters: ["s": data]) }
        }
        #expect(duration < ProcessorTime.limit(10))
    }
}

extension String.Encoding {
    /// The encoding of RFC 2152, in which `+` is `+-`.
    fileprivate static let utf7 = String.Encoding(rawValue: 0x8400_0100)
}

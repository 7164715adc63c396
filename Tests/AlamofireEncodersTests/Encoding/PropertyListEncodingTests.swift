import AlamofireEncoders
import Testing

@Suite struct PropertyListEncodingTests {
    private static let parameters: @Sendable () -> [String: Any] = {
        [
            "text": "é<", "count": 3, "ratio": 0.5, "on": true, "date": Date(timeIntervalSince1970: 1),
            "data": Data([1, 2]), "list": [1, "a"] as [Any], "map": ["k": [String: Int]()],
        ]
    }

    @Test(arguments: [
        (PropertyListEncoding.default, "<?xml"), (.xml, "<?xml"), (.binary, "bplist00"),
    ])
    func bodyIsAPropertyList(encoding: PropertyListEncoding, prefix: String) throws {
        let request = try encoding.encode(URLRequest("POST"), with: Self.parameters())
        let body = try #require(request.httpBody)
        #expect(body.starts(with: Data(prefix.utf8)))
        #expect(request.headers["Content-Type"] == "application/x-plist")
        let object = try PropertyListSerialization.propertyList(from: body, format: nil) as? NSDictionary
        #expect(object == Self.parameters() as NSDictionary)
    }

    fileprivate struct Value: Sendable {}
    fileprivate enum Raw: String { case a }

    @Test(arguments: [
        Sample("null", "a") { ["a": NSNull()] }, Sample("none", "a") { ["a": Int?.none as Any] },
        Sample("URL", "a[0]") { ["a": [URL(fileURLWithPath: "/")]] }, Sample("set", "a") { ["a": Set([1])] },
        Sample("integer key", "a") { ["a": [5: 1]] }, Sample("Swift value", "a") { ["a": Value()] },
        Sample("date without number", "a") { ["a": Date(timeIntervalSinceReferenceDate: .nan)] },
        Sample("raw value", "") { ["a": Raw.a] }, Sample("object", "a") { ["a": NSObject()] },
    ])
    func whatIsNoPropertyListIsAnError(sample: Sample) throws {
        for encoding in [PropertyListEncoding.xml, .binary] {
            let error = #expect(throws: AFError.self) {
                try encoding.encode(URLRequest("POST"), with: sample.dictionary())
            }
            guard case .parameterEncodingFailed(.propertyListEncodingFailed(let cause as CocoaError)) = error else {
                Issue.record("Not a property list's error: \(String(describing: error))")
                continue
            }
            #expect(cause.code == .propertyListWriteStream)
            let reason = try #require((cause as NSError).userInfo[NSUnderlyingErrorKey] as? RequestSerializationError)
            #expect(reason.keyPath ?? "" == sample.expected)
        }
    }

    @Test func controlCharactersAreAnErrorInXMLAlone() throws {
        #expect(throws: AFError.self) { try PropertyListEncoding.xml.encode(URLRequest("POST"), with: ["a": "\u{1}"]) }
        #expect(try PropertyListEncoding.binary.encode(URLRequest("POST"), with: ["a": "\u{1}"]).httpBody != nil)
    }

    @Test func formatThatCannotBeWrittenIsAnError() throws {
        let error = #expect(throws: AFError.self) {
            try PropertyListEncoding(format: .openStep).encode(URLRequest("POST"), with: ["a": 1])
        }
        #expect(error?.isParameterEncodingError == true)
    }

    @Test(arguments: Sample.bottomless)
    func whatHasNoEndIsAnError(sample: Sample) throws {
        let error = #expect(throws: AFError.self) {
            try PropertyListEncoding.default.encode(URLRequest("POST"), with: ["a": sample.make()] as [String: Any])
        }
        guard case .parameterEncodingFailed(.customEncodingFailed(let cause as RequestSerializationError)) = error
        else {
            Issue.record("Not the core's error: \(String(describing: error))")
            return
        }
        #expect(cause.code == .tooDeep)
    }
}

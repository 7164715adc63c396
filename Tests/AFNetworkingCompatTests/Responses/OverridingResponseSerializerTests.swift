import AFNetworkingCompat
import Testing

/// The overrides that applications have.
@Suite struct OverridingResponseSerializerTests {
    private let body = Data(#"{"message":"No such order."}"#.utf8)

    @Test func typesAndCodesInsertedByInitAreAccepted() throws {
        let serializer = LenientSerializer()
        let answer = Answer(serializer, try .testing(422, "text/html"), body)
        #expect(answer.object is [String: Any])
        #expect(answer.error == nil)
        let made = LenientSerializer(readingOptions: .fragmentsAllowed)
        #expect(made.acceptableContentTypes?.contains("text/html") == true)
        #expect(made.readingOptions == .fragmentsAllowed)
    }

    @Test func theErrorCanBeReadAndReplaced() throws {
        let answer = Answer(ErrorBodySerializer(), try .testing(404, "application/json"), body)
        #expect(answer.object is [String: Any])
        #expect(answer.error?.domain == AFURLResponseSerializationErrorDomain)
        #expect(answer.error?.userInfo["body"] as? String == String(decoding: body, as: UTF8.self))
        #expect(answer.error?.userInfo[AFNetworkingOperationFailingURLResponseErrorKey] is HTTPURLResponse)
    }

    @Test func anOverriddenValidationDecides() throws {
        let response = try HTTPURLResponse.testing(500, "application/json")
        #expect(Answer(ValidatingSerializer(nil), response, body).error == nil)
        let other = Answer(ValidatingSerializer(NSError(domain: "app", code: 7)), response, body)
        #expect(other.object is [String: Any])
        #expect(other.error?.chain == ["app 7"])
        let undecodable = Answer(ValidatingSerializer(NSError(domain: "app", code: 7)), response, Data("{".utf8))
        #expect(undecodable.error?.chain == ["NSCocoaErrorDomain 3840", "app 7"])
        let type = NSError(
            domain: "app", code: 1,
            userInfo: [NSUnderlyingErrorKey: NSError(domain: AFURLResponseSerializationErrorDomain, code: -1016)])
        #expect(Answer(ValidatingSerializer(type), response, body).object == nil)
    }

    @Test func anOverriddenValidationThatAcceptsIsNotOverruled() throws {
        let response = try HTTPURLResponse.testing(200, "bad/type")
        let accepting = AcceptingParserSerializer()
        #expect(accepting.responseObject(for: response, data: Data(), error: nil) is XMLParser)
        var error: NSError? = NSError(domain: "before", code: 1)
        #expect(accepting.responseObject(for: response, data: Data(), error: &error) is XMLParser)
        #expect(error?.domain == "before")
        let asking = AskingParserSerializer()
        #expect(asking.responseObject(for: response, data: Data(), error: nil) == nil)
        #expect(asking.responseObject(for: response, data: Data(), error: &error) is XMLParser)
        #expect(error == nil)
        #expect(throws: Never.self) { try asking.validate(response, data: Data()) }
    }

    @Test func anErrorOfSwiftFromAValidationIsLeftAsAnNSError() throws {
        let answer = Answer(ValidatingSerializer(AppError.refused), try .testing(200, "application/json"), body)
        #expect(answer.object is [String: Any])
        #expect(answer.error?.domain.contains("AppError") == true)
    }

    @Test func overriddenGettersDecide() throws {
        let serializer = FixedSerializer()
        let response = try HTTPURLResponse.testing(500, "a/b")
        #expect(Answer(serializer, response, Data("7".utf8)).object as? Int == 7)
        #expect(Answer(serializer, response, Data("7".utf8)).error == nil)
        #expect(Answer(serializer, response, Data(#"{"a":null}"#.utf8)).object as? [String: Int] == [:])
    }

    @Test func anErrorBeneathItselfDoesNotHang() throws {
        let ring = RingError(domain: "app", code: 1)
        #expect(Answer(ValidatingSerializer(ring), try .testing(200, "application/json"), body).object != nil)
    }
}

private enum AppError: Error { case refused }

/// Accepts more types from its creation on.
class LenientSerializer: AFJSONResponseSerializer, @unchecked Sendable {
    override init() {
        super.init()
        acceptableContentTypes?.insert("text/html")
        acceptableStatusCodes?.insert(422)
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }
}

/// Puts the body's text into the error.
private final class ErrorBodySerializer: AFJSONResponseSerializer, @unchecked Sendable {
    override func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        let object = super.responseObject(for: response, data: data, error: error)
        if let failure = error?.pointee {
            var userInfo = failure.userInfo
            userInfo["body"] = data.map { String(decoding: $0, as: UTF8.self) }
            error?.pointee = NSError(domain: failure.domain, code: failure.code, userInfo: userInfo)
        }
        return object
    }
}

/// Throws the given error, or accepts everything.
private final class ValidatingSerializer: AFJSONResponseSerializer, @unchecked Sendable {
    private let failure: (any Error)?

    init(_ failure: (any Error)?) {
        self.failure = failure
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func validate(_ response: HTTPURLResponse?, data: Data?) throws {
        if let failure { throw failure }
    }
}

private final class AcceptingParserSerializer: AFXMLParserResponseSerializer, @unchecked Sendable {
    override func validate(_ response: HTTPURLResponse?, data: Data?) throws {}
}

/// Validates as its superclass does.
private final class AskingParserSerializer: AFXMLParserResponseSerializer, @unchecked Sendable {
    override func validate(_ response: HTTPURLResponse?, data: Data?) throws {
        try super.validate(response, data: data)
    }
}

/// Overrides only getters.
private final class FixedSerializer: AFJSONResponseSerializer, @unchecked Sendable {
    override var acceptableStatusCodes: IndexSet? {
        get { nil }
        set {}
    }
    override var acceptableContentTypes: Set<String>? {
        get { ["a/b"] }
        set {}
    }
    override var readingOptions: JSONSerialization.ReadingOptions {
        get { .fragmentsAllowed }
        set {}
    }
    override var removesKeysWithNullValues: Bool {
        get { true }
        set {}
    }
}

/// An error whose underlying error is itself.
private final class RingError: NSError, @unchecked Sendable {
    override var userInfo: [String: Any] { [NSUnderlyingErrorKey: self] }
}

/// The error of a response's status, its content type, or its body.
///
/// It is an `NSError` with AFNetworking's domain, code and `userInfo` keys, so that existing code that inspects those
/// continues to work. The domain is ``serializationDomain`` with −1011 for an unacceptable status and −1016 for an
/// unacceptable content type. For a body that cannot be decoded they are the decoder's own, `NSCocoaErrorDomain` 3840
/// for JSON and property lists. Further errors are under `NSUnderlyingErrorKey` and in ``causes``.
///
/// It is a subclass, whereas the request side's error is a structure, because the domain depends on the error, and only
/// `NSError` itself supports that on every platform.
///
/// `@unchecked Sendable`, as `NSError` is: all properties are constants of `Sendable` types. `userInfo` is a constant
/// too; it shares the values of a decoder's error, which is as `Sendable` as this one.
public final class ResponseSerializationError: NSError, @unchecked Sendable {
    /// The kind of problem. More kinds may be added: switch over them with a `default`.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The status code is not acceptable. The body may have been decoded nevertheless.
        public static let unacceptableStatusCode = Kind("unacceptableStatusCode")
        /// The content type is not acceptable. The body was not decoded.
        public static let unacceptableContentType = Kind("unacceptableContentType")
        /// The body is larger than ``HTTPResponseConfiguration/maximumBytes``. It was not decoded.
        public static let tooLarge = Kind("tooLarge")
        /// The decoder refused the body: ``ResponseSerializationError/decodingError`` has the reason.
        public static let undecodable = Kind("undecodable")
        /// There was nothing to decode, but ``ResponseSerialization/decode(_:from:)`` requires an object.
        public static let noObject = Kind("noObject")

        /// The kind's name in this type, such as `undecodable`.
        public let description: String

        private init(_ description: String) { self.description = description }
    }

    private struct Content {
        var kind: Kind
        var domain = ResponseSerializationError.serializationDomain
        var code: Int
        var userInfo: [String: Any]
        var response: URLResponse?
        var data: Data?
        var causes: [ResponseSerializationError] = []
        var decodingError: (any Error)?
        /// Returns the object, a separate one each time, because it need not be `Sendable`, and errors are.
        var decode: (@Sendable () -> Any?)?
    }

    private let content: Content

    private init(_ content: Content) {
        self.content = content
        super.init(domain: content.domain, code: content.code, userInfo: content.userInfo)
    }

    /// The kind of problem, such as ``Kind/undecodable``. The ``causes`` have others.
    public var kind: Kind { content.kind }
    /// The response, or `nil` if there was none.
    public var response: URLResponse? { content.response }
    /// The body, or `nil` if there was none.
    public var data: Data? { content.data }
    /// The further errors, the nearest first. For a body that cannot be decoded, the first is the unacceptable status;
    /// for an unacceptable status, it is the unacceptable content type. The errors of serializers that a compound tried
    /// before come last.
    public var causes: [ResponseSerializationError] { content.causes }
    /// The decoder's error: a `DecodingError`, or an `NSError` of the same domain and code as this one. It is `nil`
    /// unless the kind is ``Kind/undecodable``.
    public var decodingError: (any Error)? { content.decodingError }

    /// Returns `nil`: archives hold a plain `NSError` of the same domain, code and `userInfo`.
    public required init?(coder: NSCoder) {
        nil
    }

    /// `NSError`: the class that archives hold instead of this one.
    public override var classForCoder: AnyClass { NSError.self }

    /// A hash of the domain and the code. The hash of `NSError` itself ends the process on Linux.
    public override var hash: Int { domain.hashValue ^ code }

    /// The messages of the error and of its ``causes``. On Linux, the description of an `NSError` has neither.
    public override var description: String {
        ([self] + causes).map(\.localizedDescription).joined(separator: " | ").printable
    }

    /// Whether the other object is this error, or equals it as an `NSError`. On Linux an `NSError` may not equal
    /// itself.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? ResponseSerializationError) === self || super.isEqual(object)
    }

    /// Archives the domain, the code, and from `userInfo` the texts, URLs, data, responses and errors of this class.
    /// Other values from a decoder may not be archivable, and an archiver crashes the process for such a value.
    public override func encode(with coder: NSCoder) {
        let archivable = userInfo.filter { _, value in
            value is String || value is URL || value is Data || value is URLResponse
                || value is ResponseSerializationError
        }
        NSError(domain: domain, code: code, userInfo: archivable).encode(with: coder)
    }

    /// The error that this one results from: the decoder's, or the first of ``causes``.
    public var underlyingError: (any Error)? { decodingError ?? causes.first }

    /// The response's status code, or `nil` if there was no HTTP response.
    public var statusCode: Int? { (response as? HTTPURLResponse)?.statusCode }

    /// The object that was decoded despite the error, such as the JSON body of a status 500, or `nil`. Errors thrown by
    /// ``ResponseSerialization/decodeIfPresent(_:from:)`` have it; a ``SerializedResponse`` has it in
    /// ``SerializedResponse/object``.
    ///
    /// Several tasks may read an error but not share a decoded tree, so each access returns a separate object. The
    /// first access returns the object that was decoded; each later one decodes an equal object anew. Keep it in a
    /// variable.
    ///
    /// - Complexity: O(1) for the first access; the complexity of decoding for later ones.
    public var object: Any? { content.decode?() }
}

extension ResponseSerializationError {
    /// AFNetworking's domain for errors of responses (`AFURLResponseSerializationErrorDomain`).
    public static let serializationDomain = "com.alamofire.error.serialization.response"
    /// The key of the response in `userInfo` (`AFNetworkingOperationFailingURLResponseErrorKey`).
    public static let responseKey = "com.alamofire.serialization.response.error.response"
    /// The key of the body in `userInfo` (`AFNetworkingOperationFailingURLResponseDataErrorKey`).
    public static let dataKey = "com.alamofire.serialization.response.error.data"
}

extension ResponseSerializationError {
    /// Returns the error for a body that its decoder refused.
    ///
    /// Its domain, code and `userInfo` are those of the decoder's error, as in AFNetworking. If that error has an
    /// underlying error itself, AFNetworking loses `cause`; here both are kept.
    ///
    /// - Parameters:
    ///   - error: The decoder's error.
    ///   - response: The response, or `nil` if there was none.
    ///   - data: The body, or `nil` if there was none.
    ///   - cause: The error of the response's status, or `nil` if it is acceptable.
    public static func undecodable(
        _ error: any Error, response: URLResponse?, data: Data?, over cause: ResponseSerializationError? = nil
    ) -> ResponseSerializationError {
        let original = error as NSError
        var userInfo = original.userInfo
        userInfo.merge(descriptions(of: error)) { own, _ in own }
        if case let error as DecodingError = error {
            // Foundation's description says that the data is invalid, but not where.
            userInfo[NSLocalizedDescriptionKey] = error.reason
        }
        if let cause {
            add(userInfo[NSUnderlyingErrorKey].map { [$0] } ?? [], to: &userInfo)
            userInfo[NSUnderlyingErrorKey] = cause
        }
        return ResponseSerializationError(
            Content(
                kind: .undecodable, domain: original.domain, code: original.code, userInfo: userInfo,
                response: response, data: data, causes: cause.map { [$0] + $0.causes } ?? [], decodingError: error))
    }

    /// Returns the descriptions of an error, which bridging to `NSError` does not put into `userInfo` on every
    /// platform.
    private static func descriptions(of error: any Error) -> [String: Any] {
        guard let error = error as? any LocalizedError else { return [:] }
        var descriptions: [String: Any] = [:]
        descriptions[NSLocalizedDescriptionKey] = error.errorDescription
        descriptions[NSLocalizedFailureReasonErrorKey] = error.failureReason
        descriptions[NSLocalizedRecoverySuggestionErrorKey] = error.recoverySuggestion
        return descriptions
    }

    /// Adds errors to those under Foundation's `NSMultipleUnderlyingErrorsKey`, which Linux does not declare.
    private static func add(_ errors: [Any], to userInfo: inout [String: Any]) {
        guard !errors.isEmpty else { return }
        let key = "NSMultipleUnderlyingErrorsKey"
        userInfo[key] = (userInfo[key] as? [Any] ?? []) + errors
    }

    package static func unacceptableContentType(
        _ contentType: String?, response: HTTPURLResponse, data: Data?
    ) -> ResponseSerializationError {
        failure(
            .unacceptableContentType, code: NSURLErrorCannotDecodeContentData,
            description: contentType.map { "Request failed: unacceptable content-type: \($0.printable)" }
                ?? "Request failed: the response has no Content-Type",
            response: response, data: data)
    }

    /// Returns the same error with other descriptions, its own and those beneath it, where the closure returns one.
    package func described(
        by sentence: (ResponseSerializationError) -> String?
    ) -> ResponseSerializationError {
        var content = content
        let beneath = content.userInfo[NSUnderlyingErrorKey] as? ResponseSerializationError
        if let beneath { content.userInfo[NSUnderlyingErrorKey] = beneath.described(by: sentence) }
        if let sentence = sentence(self) { content.userInfo[NSLocalizedDescriptionKey] = sentence }
        content.causes = causes.map { $0.described(by: sentence) }
        return ResponseSerializationError(content)
    }

    static func unacceptableStatusCode(
        response: HTTPURLResponse, data: Data?, over cause: ResponseSerializationError?
    ) -> ResponseSerializationError {
        let status = HTTPURLResponse.localizedString(forStatusCode: response.statusCode)
        return failure(
            .unacceptableStatusCode, code: NSURLErrorBadServerResponse,
            description: "Request failed: \(status) (\(response.statusCode))",
            response: response, data: data, over: cause)
    }

    static func tooLarge(
        response: URLResponse?, data: Data?, maximumBytes: Int
    ) -> ResponseSerializationError {
        let count = data?.count ?? 0
        return failure(
            .tooLarge, code: -1103,
            description: "The response has \(count) bytes; maximumBytes allows \(maximumBytes). Raise maximumBytes for "
                + "such responses.",
            response: response, data: data)
    }

    package static func noObject(response: URLResponse?, data: Data?) -> ResponseSerializationError {
        failure(
            .noObject, code: -1014,
            description: "The response is empty. Decode an optional model, or use "
                + "the serializer's decodeIfPresent(_:from:), where that is expected.",
            response: response, data: data)
    }

    private static func failure(
        _ kind: Kind, code: Int, description: String, response: URLResponse?, data: Data?,
        over cause: ResponseSerializationError? = nil
    ) -> ResponseSerializationError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        if let url = response?.url { userInfo[NSURLErrorFailingURLErrorKey] = url }
        if let response { userInfo[responseKey] = response }
        if let data { userInfo[dataKey] = data }
        if let cause { userInfo[NSUnderlyingErrorKey] = cause }
        return ResponseSerializationError(
            Content(
                kind: kind, code: code, userInfo: userInfo, response: response, data: data,
                causes: cause.map { [$0] + $0.causes } ?? []))
    }

    /// Returns the same error with an object, and with the response and the data if it has none.
    func carrying(
        _ response: URLResponse?, _ data: Data?, _ decode: @escaping @Sendable () -> Any?
    ) -> ResponseSerializationError {
        var content = content
        content.decode = decode
        content.response = content.response ?? response
        content.data = content.data ?? data
        return ResponseSerializationError(content)
    }

    /// Returns the same error with the errors of serializers that were tried before.
    func adding(causes others: [ResponseSerializationError]) -> ResponseSerializationError {
        guard !others.isEmpty else { return self }
        var content = content
        Self.add(others, to: &content.userInfo)
        content.causes += others
        return ResponseSerializationError(content)
    }
}

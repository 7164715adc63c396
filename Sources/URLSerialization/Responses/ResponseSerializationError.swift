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

        /// The kind's name.
        public let description: String

        private init(_ description: String) { self.description = description }
    }

    /// The kind of problem.
    public let kind: Kind
    /// The response, or `nil` if there was none.
    public let response: URLResponse?
    /// The body, or `nil` if there was none.
    public let data: Data?
    /// The further errors, the nearest first. For a body that cannot be decoded, the first is the unacceptable status;
    /// for an unacceptable status, it is the unacceptable content type. The errors of serializers that a compound tried
    /// before come last.
    public let causes: [ResponseSerializationError]
    /// The decoder's error: a `DecodingError`, or an `NSError` of the same domain and code as this one. It is `nil`
    /// unless the kind is ``Kind/undecodable``.
    public let decodingError: (any Error)?
    let decoded: DecodedObject?

    init(
        _ kind: Kind, domain: String = ResponseSerializationError.serializationDomain, code: Int,
        userInfo: [String: Any], response: URLResponse?, data: Data?, causes: [ResponseSerializationError] = [],
        decodingError: (any Error)? = nil, decoded: DecodedObject? = nil
    ) {
        self.kind = kind
        self.response = response
        self.data = data
        self.causes = causes
        self.decodingError = decodingError
        self.decoded = decoded
        super.init(domain: domain, code: code, userInfo: userInfo)
    }

    /// Returns `nil`: archives hold a plain `NSError` of the same domain, code and `userInfo`.
    public required init?(coder: NSCoder) {
        nil
    }

    /// `NSError`: the class that archives hold instead of this one.
    public override var classForCoder: AnyClass { NSError.self }

    /// A hash of the domain and the code. The hash of `NSError` itself ends the process on Linux.
    public override var hash: Int { ErrorHash.hash(of: self) }

    /// The messages of the error and of its ``causes``. On Linux, the description of an `NSError` has neither.
    public override var description: String {
        ([self] + causes).map(\.localizedDescription).joined(separator: " | ").printable
    }

    /// Whether the other object is this error, or equals it as an `NSError`. On Linux an `NSError` may differ from
    /// itself.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? ResponseSerializationError) === self || super.isEqual(object)
    }

    /// Archives the domain, the code, and from `userInfo` the texts, URLs, data, responses and errors of this class.
    /// Other values from a decoder may not be archivable, and an archiver ends the process for such a value.
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
    public var object: Any? { decoded?.take() }
}

extension ResponseSerializationError {
    /// AFNetworking's domain for errors of responses (`AFURLResponseSerializationErrorDomain`).
    public static let serializationDomain = "com.alamofire.error.serialization.response"
    /// The key of the response in `userInfo` (`AFNetworkingOperationFailingURLResponseErrorKey`).
    public static let responseKey = "com.alamofire.serialization.response.error.response"
    /// The key of the body in `userInfo` (`AFNetworkingOperationFailingURLResponseDataErrorKey`).
    public static let dataKey = "com.alamofire.serialization.response.error.data"
}

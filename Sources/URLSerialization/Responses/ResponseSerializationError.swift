/// What was wrong with a response: its status, its content type, or its body.
///
/// It is an `NSError`, of AFNetworking's domain, code and `userInfo` keys, so that code which inspects those goes on
/// working: the domain ``serializationDomain`` with −1011 for an unacceptable status and −1016 for an unacceptable
/// content type, and for a body that cannot be decoded the decoder's own domain and code, `NSCocoaErrorDomain` 3840
/// for JSON and property lists. What else is wrong stands beneath it, under `NSUnderlyingErrorKey` and in ``causes``.
///
/// A subclass, where the other side's error is a structure: AFNetworking's errors have domains of their own each, and
/// only `NSError` itself can say so on every platform.
///
/// `@unchecked Sendable`, as `NSError` is: all properties are constants of `Sendable` types. `userInfo` is a constant
/// too; it shares with a decoder's error whatever that holds in its own, which is as `Sendable` as this.
public final class ResponseSerializationError: NSError, @unchecked Sendable {
    /// What kind of thing was wrong. More kinds may be added: switch over them with a `default`.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private enum Name: String, Sendable {
            case unacceptableStatusCode, unacceptableContentType, tooLarge, undecodable, noObject
        }

        private let name: Name

        /// The status code is not among the acceptable ones. The body may have been decoded nevertheless.
        public static let unacceptableStatusCode = Kind(name: .unacceptableStatusCode)
        /// The content type is not among the acceptable ones. The body was not decoded.
        public static let unacceptableContentType = Kind(name: .unacceptableContentType)
        /// The body is larger than ``HTTPResponseConfiguration/maximumBytes``. It was not decoded.
        public static let tooLarge = Kind(name: .tooLarge)
        /// The body is not what its decoder reads: ``ResponseSerializationError/decodingError`` says why.
        public static let undecodable = Kind(name: .undecodable)
        /// There was nothing to decode, and ``ResponseSerialization/decode(_:from:)`` was asked for something.
        public static let noObject = Kind(name: .noObject)

        /// The kind's name.
        public var description: String { name.rawValue }
    }

    /// What kind of thing was wrong.
    public let kind: Kind
    /// The response, if one came.
    public let response: URLResponse?
    /// The body, if one came.
    public let data: Data?
    /// What else was wrong, the nearest first: beneath a body that cannot be decoded the unacceptable status, beneath
    /// an unacceptable status the unacceptable content type; then those of serializers that a compound passed over.
    public let causes: [ResponseSerializationError]
    /// What the decoder threw: a `DecodingError`, or an `NSError` of the same domain and code as this. Nil unless the
    /// kind is ``Kind/undecodable``.
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

    /// Not available: archives hold a plain `NSError` of the same domain, code and `userInfo`.
    public required init?(coder: NSCoder) {
        nil
    }

    /// `NSError`: what an archive holds instead of this class.
    public override var classForCoder: AnyClass { NSError.self }

    /// A hash of the domain and the code. `NSError`'s own ends the process on Linux.
    public override var hash: Int { ErrorHash.hash(of: self) }

    /// Whether the other is this error, or equal as `NSError`s are. On Linux those may differ from themselves.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? ResponseSerializationError) === self || super.isEqual(object)
    }

    /// Archives the domain, the code, and of `userInfo` the texts, URLs, data, responses and errors of this class:
    /// whatever else a decoder put there may not be archivable, and an archiver ends the process over it.
    public override func encode(with coder: NSCoder) {
        let archivable = userInfo.filter { _, value in
            value is String || value is URL || value is Data || value is URLResponse
                || value is ResponseSerializationError
        }
        NSError(domain: domain, code: code, userInfo: archivable).encode(with: coder)
    }

    /// The response's status code, or nil if no HTTP response came.
    public var statusCode: Int? { (response as? HTTPURLResponse)?.statusCode }

    /// What was decoded although something was wrong, or nil: the JSON body of a status 500, for instance. Errors that
    /// ``ResponseSerialization/decodeIfPresent(_:from:)`` throws have it; beside the error of a ``SerializedResponse`` it is
    /// the response's own.
    ///
    /// An error may be read by several tasks and a decoded tree may not, so each access gives an object of its own: the
    /// first the one that was decoded, each later one an equal one decoded anew. Keep it in a variable.
    ///
    /// - Complexity: O(1) the first time; later, as decoding.
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

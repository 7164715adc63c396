import URLSerialization

/// Validates a response and hands over its body as it is, even beside an error.
///
/// The class is made to be subclassed, as AFNetworking's is: overrides of ``validate(_:data:)``, of
/// ``responseObject(for:data:error:)`` and of the properties' getters are honoured. The usual one adds what it accepts:
///
/// ```swift
/// class LenientSerializer: AFJSONResponseSerializer, @unchecked Sendable {
///     override init() {
///         super.init()
///         acceptableContentTypes?.insert("text/html")
///     }
///
///     required init?(coder: NSCoder) {
///         super.init(coder: coder)
///     }
/// }
/// ```
///
/// It may be used by many threads at once. It is `@unchecked Sendable` because the compiler checks no class that is open;
/// what it holds is one value behind a lock. A subclass with variables of its own must guard them, and restates the
/// conformance.
///
/// Copies and archives keep every field. See <doc:CopiesAndArchives>.
open class AFHTTPResponseSerializer: NSObject, AFURLResponseSerialization, SettingsHolder, @unchecked Sendable {
    let settings: Locked<ResponseSettings>

    /// A serializer with AFNetworking's defaults.
    public override init() {
        settings = Locked(Self.defaultSettings)
        super.init()
    }

    // MARK: - Settings

    /// The configuration of the core's serializer, all of it: also what AFNetworking has no name for, the suffixes of
    /// media types and a limit for the size of bodies.
    public final var coreConfiguration: HTTPResponseConfiguration {
        get { settings.value.configuration }
        set { set(\.configuration, newValue) }
    }

    /// Without effect, as in AFNetworking 3.1 and later, which has it up to 3.2; at first UTF-8. Archives leave it out.
    open var stringEncoding: UInt {
        get { field(\.stringEncoding) }
        set { set(\.stringEncoding, newValue) }
    }

    /// The status codes that are no error; nil accepts all. At first 200 to 299.
    open var acceptableStatusCodes: IndexSet? {
        get { field(\.configuration.acceptableStatusCodes) }
        set { set(\.configuration.acceptableStatusCodes, newValue) }
    }

    /// The media types whose bodies are decoded; nil accepts all, an empty set none. Entries with capitals never match.
    open var acceptableContentTypes: Set<String>? {
        get { field(\.configuration.acceptableContentTypes) }
        set { set(\.configuration.acceptableContentTypes, newValue) }
    }

    // MARK: - Responses

    /// Throws what is wrong with a response's status or content type (`validateResponse:data:error:`).
    ///
    /// With an empty body an unacceptable content type is no error. AFNetworking answers NO without an error there, of
    /// which Swift makes one that says nothing.
    ///
    /// - Parameters:
    ///   - response: The response; nil, as one that is not HTTP, is valid.
    ///   - data: The body.
    /// - Throws: An `NSError` of ``AFURLResponseSerializationErrorDomain``: −1011 for the status, over −1016 for the
    ///   content type if both are unacceptable.
    open func validate(_ response: HTTPURLResponse?, data: Data?) throws {
        let configuration = currentSettings.configuration
        try configuration.validate(response, data: data)
        // Only where AFNetworking's NO without an error makes a difference is it told.
        if InvalidWithoutError.isAwaited(by: self), configuration.isInvalidWithoutError(response, data: data) {
            throw InvalidWithoutError()
        }
    }

    /// The data, and what ``validate(_:data:)`` throws.
    ///
    /// - Parameters:
    ///   - response: The response, or nil if none came.
    ///   - data: The body, or nil if none came.
    ///   - error: Where an error is left, or nil.
    /// - Returns: The object, or nil. Without an `error` most subclasses return none for a response that is not valid: so
    ///   it is in AFNetworking.
    open func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        _ = isValid(response, data, error, currentSettings)
        return data
    }

    // MARK: - NSSecureCoding, NSCopying

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Reads an archived serializer.
    ///
    /// Nil for an archive that lacks a field or holds something else in its place.
    public required init?(coder: NSCoder) {
        guard let settings = Self.settings(from: coder) else { return nil }
        self.settings = settings
        super.init()
    }

    /// Archives every field.
    open func encode(with coder: NSCoder) {
        if coder is CopyingCoder { return }
        SerializerArchive.encode(coreSerializer(settings.value), with: coder)
    }

    /// A serializer of the same class with equal fields, made by `init(coder:)`.
    ///
    /// A subclass whose `init(coder:)` gives up must override this.
    open func copy(with zone: NSZone? = nil) -> Any { copyWithSettings() }

    // MARK: - What the classes of this module differ in

    /// The settings of a new serializer of the dynamic class.
    class var defaultSettings: ResponseSettings { ResponseSettings() }

    /// The core serializer with some settings: of the dynamic class.
    func coreSerializer(_ settings: ResponseSettings) -> any CoreResponseSerializer {
        HTTPResponseSerializer(configuration: settings.configuration)
    }

    /// The settings in an archive of the dynamic class.
    class func archivedSettings(in coder: NSCoder) throws -> ResponseSettings {
        ResponseSettings(try SerializerArchive.decode(HTTPResponseSerializer.self, from: coder).configuration)
    }

    /// The core serializer that decodes with some settings.
    func decodingSerializer(_ settings: ResponseSettings) -> any CoreResponseSerializer {
        coreSerializer(settings)
    }

    /// The class of this module that the dynamic class is or inherits from.
    class var ownClass: AnyClass { AFHTTPResponseSerializer.self }

    /// Puts the answers of the getters in the place of what is locked.
    func askGetters(for settings: inout ResponseSettings) {
        settings.configuration.acceptableStatusCodes = acceptableStatusCodes
        settings.configuration.acceptableContentTypes = acceptableContentTypes
    }

    // MARK: - Validating and decoding

    /// Whether a response is valid, as AFNetworking answers it; leaves what is wrong with it.
    private func isValid(
        _ response: URLResponse?, _ data: Data?, _ error: NSErrorPointer, _ settings: ResponseSettings
    ) -> Bool {
        let response = response as? HTTPURLResponse
        do {
            if isOfThisModule {
                try settings.configuration.validate(response, data: data)
                if settings.configuration.isInvalidWithoutError(response, data: data) { throw InvalidWithoutError() }
            } else {
                try InvalidWithoutError.$awaiting.withValue(ObjectIdentifier(self)) {
                    try validate(response, data: data)
                }
            }
            return true
        } catch is InvalidWithoutError {
            error?.pointee = nil
        } catch let failure {
            error?.pointee = .bridging(failure)
        }
        return false
    }

    /// What the subclasses of this module answer: the object of a response that is valid enough to be decoded, by the core
    /// serializer of the dynamic class.
    final func decodedObject(for response: URLResponse?, _ data: Data?, _ error: NSErrorPointer) -> Any? {
        let settings = currentSettings
        if !isValid(response, data, error, settings) {
            guard let error, error.pointee?.forbidsDecoding != true else { return nil }
        }
        do {
            return try decodingSerializer(settings).decodeErased(data, of: response)
        } catch let failure {
            let beneath = error?.pointee
            error?.pointee = ResponseSerializationError.undecodable(
                failure, response: response, data: data, over: beneath as? ResponseSerializationError
            ).over(beneath)
            return nil
        }
    }
}

/// That a response is not valid, with no error to say so: an unacceptable content type with nothing to decode.
///
/// `validate(_:data:)` throws it for the serializer itself alone, because for all others it is no error.
private struct InvalidWithoutError: Error {
    /// The serializer that awaits it, on this thread.
    @TaskLocal static var awaiting: ObjectIdentifier?

    static func isAwaited(by serializer: AFHTTPResponseSerializer) -> Bool {
        awaiting == ObjectIdentifier(serializer)
    }
}

extension HTTPResponseSerialization {
    /// The object of a body, its type forgotten.
    fileprivate func decodeErased(_ data: Data?, of response: URLResponse?) throws -> Any? {
        try decode(data, of: response).map { $0 as Any }
    }
}

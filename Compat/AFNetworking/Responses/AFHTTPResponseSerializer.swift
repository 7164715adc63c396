import URLSerialization

/// A serializer of a response and its body into an object.
///
/// Conforming classes usually inherit from ``AFHTTPResponseSerializer``, and are stored as
/// `AFHTTPResponseSerializer & AFURLResponseSerialization`.
public protocol AFURLResponseSerialization: NSObjectProtocol, NSSecureCoding, NSCopying {
    /// Returns the object of a response (`responseObjectForResponse:data:error:`).
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there is none.
    ///   - data: The body, or `nil` if there is none.
    ///   - error: A pointer that receives the error, or `nil`.
    /// - Returns: The object, or `nil`. There may be both an object and an error, for example for a JSON body with
    ///   status 500.
    func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any?
}

// MARK: - Errors

/// The domain of errors of response serialization. The codes are those of `NSURLErrorDomain`: −1011 for an unacceptable
/// status, −1016 for an unacceptable content type.
public let AFURLResponseSerializationErrorDomain = ResponseSerializationError.serializationDomain

/// The key of the response, a `URLResponse`, in the user info.
public let AFNetworkingOperationFailingURLResponseErrorKey = ResponseSerializationError.responseKey

/// The key of the body, a `Data`, in the user info.
public let AFNetworkingOperationFailingURLResponseDataErrorKey = ResponseSerializationError.dataKey

/// A response serializer that validates a response and returns its body unchanged, even with an error.
///
/// The class is open for subclassing, as in AFNetworking: you can override ``validate(_:data:)``,
/// ``responseObject(for:data:error:)`` and the properties' getters. The usual subclass extends the acceptable types:
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
/// Many threads may use a serializer at once: its settings are one value behind a lock. It is `@unchecked Sendable`
/// because the compiler cannot check an open class. A subclass must guard the variables that it adds, and restate the
/// conformance.
///
/// Copies and archives keep every field. See <doc:Differences>.
open class AFHTTPResponseSerializer: NSObject, AFURLResponseSerialization, SettingsHolder, @unchecked Sendable {
    let settings: Locked<ResponseSerializerSettings>

    /// Creates a serializer with AFNetworking's defaults.
    public override init() {
        settings = Locked(ResponseSerializerSettings(core: Self.core))
        super.init()
    }

    // MARK: - Settings

    /// The configuration of the core's serializer, including the settings that AFNetworking does not have: suffixes of
    /// media types, and a limit on the size of bodies.
    public final var coreConfiguration: HTTPResponseConfiguration {
        get { settings.value.configuration }
        set { set(\.configuration, newValue) }
    }

    /// A property without effect, as in AFNetworking 3.1 to 3.2. The default is UTF-8. Archives omit it.
    open var stringEncoding: UInt {
        get { field(\.stringEncoding) }
        set { set(\.stringEncoding, newValue) }
    }

    /// The status codes that are not an error, or `nil` for all. The default is 200 to 299.
    open var acceptableStatusCodes: IndexSet? {
        get { field(\.configuration.acceptableStatusCodes) }
        set { set(\.configuration.acceptableStatusCodes, newValue) }
    }

    /// The media types whose bodies are decoded, or `nil` for all. An empty set accepts none. Entries with capitals
    /// never match.
    open var acceptableContentTypes: Set<String>? {
        get { field(\.configuration.acceptableContentTypes) }
        set { set(\.configuration.acceptableContentTypes, newValue) }
    }

    // MARK: - Responses

    /// Throws if a response's status or content type is unacceptable (`validateResponse:data:error:`).
    ///
    /// If the body is empty, an unacceptable content type is not an error. In that case AFNetworking returns NO without
    /// an error, and Swift throws a meaningless one.
    ///
    /// - Parameters:
    ///   - response: The response. `nil`, or a response that is not HTTP, is valid.
    ///   - data: The body.
    /// - Throws: An `NSError` of ``AFURLResponseSerializationErrorDomain``: −1011 for the status, or −1016 for the
    ///   content type. If both are unacceptable, −1011 wraps −1016.
    open func validate(_ response: HTTPURLResponse?, data: Data?) throws {
        let configuration = currentSettings.configuration
        try configuration.check(response, data)
        // The serializer itself distinguishes AFNetworking's NO without an error; other callers do not.
        guard InvalidWithoutError.awaiting == ObjectIdentifier(self) else { return }
        if configuration.isInvalidWithoutError(response, data: data) { throw InvalidWithoutError() }
    }

    /// Returns the data, or the object that a subclass of this module decodes, and sets the error that
    /// ``validate(_:data:)`` throws.
    ///
    /// - Parameters:
    ///   - response: The response, or `nil` if there is none.
    ///   - data: The body, or `nil` if there is none.
    ///   - error: A pointer that receives the error, or `nil`. It is the error of `validate(_:data:)` or that of
    ///     decoding, which wraps the former if both occur. The error of decoding is, for example, `NSCocoaErrorDomain`
    ///     3840 for JSON and property lists, and one of `NSXMLParserErrorDomain` for XML.
    /// - Returns: The object, or `nil`. If `error` is `nil`, most subclasses return no object for an invalid response,
    ///   as in AFNetworking.
    open func responseObject(for response: URLResponse?, data: Data?, error: NSErrorPointer) -> Any? {
        let settings = currentSettings
        let isValid = isValid(response, data, error, settings)
        if settings.core is HTTPResponseSerializer { return data }
        if !isValid {
            guard let error, error.pointee?.forbidsDecoding != true else { return nil }
        }
        do {
            return try decodingCore(settings.core).decodeBody(data, of: response)
        } catch let failure {
            let beneath = error?.pointee
            error?.pointee = ResponseSerializationError.undecodable(
                failure, response: response, data: data, over: beneath as? ResponseSerializationError
            ).over(beneath)
            return nil
        }
    }

    // MARK: - NSSecureCoding, NSCopying

    /// `true`, so that unarchivers that require secure coding accept the class.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a serializer from an archive.
    ///
    /// Returns `nil` if the archive lacks a field or has the wrong kind of value for one.
    public required init?(coder: NSCoder) {
        guard let settings = Self.settings(from: coder) else { return nil }
        self.settings = settings
        super.init()
    }

    /// Archives every field. AFNetworking cannot read the archive.
    open func encode(with coder: NSCoder) {
        if coder is CopyingCoder { return }
        let core: any Encodable = settings.value.core
        SerializerArchive.encode(core, with: coder)
    }

    /// Returns a serializer of the same class with equal fields, created by `init(coder:)`.
    ///
    /// A subclass whose `init(coder:)` fails must override this method.
    open func copy(with zone: NSZone? = nil) -> Any { copyWithSettings() }

    // MARK: - Differences between the serializers

    /// The core serializer of a new serializer of the dynamic class.
    class var core: any CoreResponseSerializer { HTTPResponseSerializer() }

    /// Returns the settings in an archive of the dynamic class.
    static func archivedSettings(in coder: NSCoder) throws -> ResponseSerializerSettings {
        let type = type(of: core)
        let core = try SerializerArchive.decode(type, from: coder)
        return ResponseSerializerSettings(core: core)
    }

    /// Returns the core serializer that decodes.
    func decodingCore(_ core: any CoreResponseSerializer) -> any CoreResponseSerializer { core }

    /// The class of this module that the dynamic class is or inherits from.
    class var ownClass: AnyClass { AFHTTPResponseSerializer.self }

    /// Replaces the settings by the values of their getters.
    func askGetters(for settings: inout ResponseSerializerSettings) {
        settings.configuration.acceptableStatusCodes = acceptableStatusCodes
        settings.configuration.acceptableContentTypes = acceptableContentTypes
    }

    // MARK: - Validating and decoding

    /// Returns whether a response is valid, as AFNetworking does, and sets the error if it is not.
    private func isValid(
        _ response: URLResponse?, _ data: Data?, _ error: NSErrorPointer, _ settings: ResponseSerializerSettings
    ) -> Bool {
        let response = response as? HTTPURLResponse
        do {
            if isOfThisModule {
                try settings.configuration.check(response, data)
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
}

/// An invalid response without an error: one with an unacceptable content type and an empty body.
///
/// `validate(_:data:)` throws it only for the serializer itself. For other callers it is not an error.
private struct InvalidWithoutError: Error {
    /// The serializer that awaits it. It is a task-local value because it passes through a subclass's override, whose
    /// parameters are AFNetworking's.
    @TaskLocal static var awaiting: ObjectIdentifier?
}

extension HTTPResponseConfiguration {
    /// Throws if a response's status or content type is unacceptable, with AFNetworking's description.
    fileprivate func check(_ response: URLResponse?, _ data: Data?) throws {
        do {
            try validate(response, data: data)
        } catch {
            throw error.described(by: AFNetworkingSentences.unacceptable)
        }
    }

    /// Whether AFNetworking calls a response invalid because of its content type but reports no error, because there is
    /// nothing to decode.
    fileprivate func isInvalidWithoutError(_ response: URLResponse?, data: Data?) -> Bool {
        guard let response = response as? HTTPURLResponse, data?.isEmpty != false || response.url == nil else {
            return false
        }
        let contentType = response.mediaType
        return !accepts(contentType: contentType) && !(contentType == nil && data?.isEmpty != false)
    }
}

/// The settings of a response serializer: its core serializer, and the settings that no core serializer has.
struct ResponseSerializerSettings: CoreSettings {
    var core: any CoreResponseSerializer
    var stringEncoding = String.Encoding.utf8.rawValue
    /// A compound's serializers. The list never changes, and the serializers in use inherit from
    /// ``AFHTTPResponseSerializer``, which many threads may use.
    var responseSerializers = UncheckedSendable<[any AFURLResponseSerialization]>([])

    var configuration: HTTPResponseConfiguration {
        get { core.configuration }
        set { core.configuration = newValue }
    }
}

/// The core serializer behind a class of this module.
typealias CoreResponseSerializer = HTTPResponseSerialization & Codable

import URLSerialization

/// Writes parameters as a property list (`PropertyListEncoding` of Alamofire 4, which Alamofire 5 no longer has).
///
/// Values that a property list cannot represent fail as
/// ``AFError/ParameterEncodingFailureReason/propertyListEncodingFailed(error:)``, whose error is a `CocoaError` with
/// code 3851 and a `RequestSerializationError` with the key path as its underlying error. Such values are nulls, sets,
/// URLs and keys that are not strings; in XML also control characters and dates outside the years 1 to 9999, which
/// Foundation would write although no reader accepts them.
///
/// Parameters that are nested more than 512 levels deep, or contain themselves, fail with
/// ``AFError/ParameterEncodingFailureReason/customEncodingFailed(error:)``.
public struct PropertyListEncoding: ParameterEncoding {
    /// An encoding as an XML property list, the same as ``xml``.
    public static var `default`: PropertyListEncoding { PropertyListEncoding() }
    /// An encoding as an XML property list.
    public static var xml: PropertyListEncoding { PropertyListEncoding(format: .xml) }
    /// An encoding in the binary format.
    public static var binary: PropertyListEncoding { PropertyListEncoding(format: .binary) }

    /// The format of the body: XML or binary. OpenStep's format can be read, but not written: encoding then fails.
    public let format: PropertyListSerialization.PropertyListFormat
    /// The options of Foundation's writer, which ignores them. The default is 0.
    public let options: PropertyListSerialization.WriteOptions

    /// Creates an encoding, by default as an XML property list.
    public init(
        format: PropertyListSerialization.PropertyListFormat = .xml,
        options: PropertyListSerialization.WriteOptions = 0
    ) {
        self.format = format
        self.options = options
    }

    /// Returns a request with the parameters as its body, and with `Content-Type: application/x-plist` if it has none.
    ///
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``; the error of `urlRequest`.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        let request = try urlRequest.asURLRequest()
        guard let parameters else { return request }
        do {
            let serializer = PropertyListRequestSerializer(format: format, writeOptions: options)
            let body = try serializer.body(of: .object(parameters)) {
                // The serializer accepts more: raw values, nested optionals, integers of any width, a `ParameterValue`.
                guard PropertyListSerialization.propertyList(parameters, isValidFor: format) else {
                    throw RequestSerializationError(
                        .invalidPropertyList,
                        reason: "Foundation has no property list for the parameters. "
                            + "Send dictionaries, arrays, strings, numbers, dates and data.")
                }
            }
            return request.with(body: body, contentType: "application/x-plist")
        } catch {
            if let cause = (error as? CocoaError)?.underlying as? RequestSerializationError, cause.code == .tooDeep {
                throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: cause))
            }
            throw AFError.parameterEncodingFailed(reason: .propertyListEncodingFailed(error: error))
        }
    }
}

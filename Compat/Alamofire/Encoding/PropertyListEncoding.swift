import URLSerialization

/// Writes parameters as a property list (`PropertyListEncoding` of Alamofire 4, which Alamofire 5 no longer has).
///
/// What a property list has no form for fails as
/// ``AFError/ParameterEncodingFailureReason/propertyListEncodingFailed(error:)``, whose error is a `CocoaError` with code
/// 3851 over a `RequestSerializationError` with the key path: nulls, sets, URLs, keys that are not strings; in XML also
/// control characters and dates outside the years 1 to 9999, which Foundation would write though no reader takes them.
///
/// Parameters nested more than 512 deep, or containing themselves, are a
/// ``AFError/ParameterEncodingFailureReason/customEncodingFailed(error:)``.
public struct PropertyListEncoding: ParameterEncoding {
    /// As XML.
    public static var `default`: PropertyListEncoding { PropertyListEncoding() }
    /// As XML.
    public static var xml: PropertyListEncoding { PropertyListEncoding(format: .xml) }
    /// In the binary format.
    public static var binary: PropertyListEncoding { PropertyListEncoding(format: .binary) }

    /// XML or binary. OpenStep's format can be read, not written: encoding then fails.
    public let format: PropertyListSerialization.PropertyListFormat
    /// Not used by Foundation; 0.
    public let options: PropertyListSerialization.WriteOptions

    /// An encoding.
    public init(
        format: PropertyListSerialization.PropertyListFormat = .xml,
        options: PropertyListSerialization.WriteOptions = 0
    ) {
        self.format = format
        self.options = options
    }

    /// A request with the parameters as its body, and `Content-Type: application/x-plist` where it has none.
    ///
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``; what `urlRequest` throws.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        let request = try urlRequest.asURLRequest()
        guard let parameters else { return request }
        do {
            let body = try FoundationBody.propertyList(parameters, format: format, options: options)
            return request.with(body: body, contentType: "application/x-plist")
        } catch let error as RequestSerializationError {
            throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: error))
        } catch {
            throw AFError.parameterEncodingFailed(reason: .propertyListEncodingFailed(error: error))
        }
    }
}

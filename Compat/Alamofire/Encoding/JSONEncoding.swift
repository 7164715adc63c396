import URLSerialization

/// Writes parameters as a JSON body (Alamofire's `JSONEncoding`), with the bytes of `JSONSerialization`.
///
/// ```swift
/// let request = try JSONEncoding.default.encode(request, with: ["paid": true, "items": [1, 2]])
/// // Content-Type: application/json, unless the request has one
/// ```
///
/// The body is set whatever the method is, GET included. Keys are sorted as `JSONSerialization` sorts them, whatever the
/// options; in Alamofire those of a dictionary have another order in each process unless they ask for it. `/` is written
/// `\/` unless the options say otherwise.
///
/// What `JSONSerialization.isValidJSONObject(_:)` refuses fails as ``Error/invalidJSONObject``: NaN and infinity, dates,
/// data, URLs, sets, keys that are not strings, values of Swift types of one's own. The core's `JSONRequestSerializer`
/// writes the same bytes, has strategies for dates and data, and names the key path at fault.
///
/// Parameters nested more than 512 deep, or containing themselves, end the process in Alamofire; here they are an
/// ``AFError/ParameterEncodingFailureReason/customEncodingFailed(error:)``. A dictionary with two canonically equivalent
/// keys, of which Foundation on Linux keeps one, is refused there.
public struct JSONEncoding: ParameterEncoding {
    /// What the encoding itself refuses.
    public enum Error: Swift.Error {
        /// `JSONSerialization` has no form for the parameters.
        case invalidJSONObject
    }

    /// As few bytes as possible.
    public static var `default`: JSONEncoding { JSONEncoding() }
    /// With line breaks and indentation.
    public static var prettyPrinted: JSONEncoding { JSONEncoding(options: .prettyPrinted) }

    /// How `JSONSerialization` writes.
    public let options: JSONSerialization.WritingOptions

    /// An encoding.
    public init(options: JSONSerialization.WritingOptions = []) {
        self.options = options
    }

    /// A request with the parameters as its body, and `Content-Type: application/json` where it has none.
    ///
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``; what `urlRequest` throws.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        try encode(urlRequest, withJSONObject: parameters)
    }

    /// A request with a dictionary or an array as its body, and `Content-Type: application/json` where it has none.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to begin with, or what makes one.
    ///   - jsonObject: The object; nil leaves the request as it is. A string or a number alone is refused, also where
    ///     the options allow fragments.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``; what `urlRequest` throws.
    public func encode(
        _ urlRequest: any URLRequestConvertible, withJSONObject jsonObject: Any? = nil
    ) throws -> URLRequest {
        let request = try urlRequest.asURLRequest()
        guard let jsonObject else { return request }
        return request.with(body: try body(for: jsonObject), contentType: "application/json")
    }

    private func body(for object: Any) throws -> Data {
        do {
            return try FoundationBody.json(object, options: options.union(.sortedKeys))
        } catch let error as RequestSerializationError where error.code == .tooDeep {
            throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: error))
        } catch is RequestSerializationError {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: Error.invalidJSONObject))
        } catch {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
        }
    }
}

extension JSONEncoding.Error: LocalizedError {
    /// The problem and its remedy.
    public var errorDescription: String? {
        "They hold what JSONSerialization has no form for. Send dictionaries with string keys, arrays, strings, "
            + "finite numbers, Booleans and nulls only; JSONRequestSerializer says which parameter is another."
    }
}

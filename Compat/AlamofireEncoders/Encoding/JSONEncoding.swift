import URLSerialization

/// Writes parameters as a JSON body (Alamofire's `JSONEncoding`), with the bytes of `JSONSerialization`.
///
/// ```swift
/// let request = try JSONEncoding.default.encode(request, with: ["paid": true, "items": [1, 2]])
/// // Content-Type: application/json, unless the request has one
/// ```
///
/// The body is set for every method, including GET. Keys are always sorted as `JSONSerialization` sorts them; in
/// Alamofire the order of a dictionary's keys differs in each process unless the options sort them. `/` is written as
/// `\/` unless the options disable this.
///
/// Values that `JSONSerialization.isValidJSONObject(_:)` refuses fail as ``Error/invalidJSONObject``: NaN and infinity,
/// dates, data, URLs, sets, keys that are not strings, and values of custom Swift types. The core's
/// `JSONRequestSerializer` writes the same bytes, has strategies for dates and data, and names the offending key path.
///
/// Parameters that are nested more than 512 levels deep, or contain themselves, end the process in Alamofire; here they
/// fail with ``AFError/ParameterEncodingFailureReason/customEncodingFailed(error:)``. Foundation on Linux keeps only
/// one of two canonically equivalent keys, so a dictionary with both is refused there.
public struct JSONEncoding: ParameterEncoding {
    /// The errors of the encoding itself.
    public enum Error: Swift.Error {
        /// `JSONSerialization` cannot represent the parameters, or a value in them.
        case invalidJSONObject
    }

    /// An encoding without white space, with sorted keys.
    public static var `default`: JSONEncoding { JSONEncoding() }
    /// An encoding with line breaks and indentation.
    public static var prettyPrinted: JSONEncoding { JSONEncoding(options: .prettyPrinted) }

    /// The options of `JSONSerialization`, to which `sortedKeys` is always added.
    public let options: JSONSerialization.WritingOptions

    /// Creates an encoding, by default without white space.
    public init(options: JSONSerialization.WritingOptions = []) { self.options = options }

    /// Returns a request with the parameters as its body, and with `Content-Type: application/json` if it has none.
    ///
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``; the error of `urlRequest`.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        try encode(urlRequest, withJSONObject: parameters)
    }

    /// Returns a request with a dictionary or an array as its body, and with `Content-Type: application/json` if it has
    /// none.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to start from, or a value that makes one.
    ///   - jsonObject: The object; `nil` leaves the request unchanged. A single string or number is refused, even if
    ///     the options allow fragments.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)``; the error of `urlRequest`.
    public func encode(
        _ urlRequest: any URLRequestConvertible, withJSONObject jsonObject: Any? = nil
    ) throws -> URLRequest {
        let request = try urlRequest.asURLRequest()
        guard let jsonObject else { return request }
        return request.with(body: try body(for: jsonObject), contentType: "application/json")
    }

    private func body(for object: Any) throws -> Data {
        do {
            return try JSONRequestSerializer(writingOptions: options.union(.sortedKeys)).body(of: .object(object)) {
                // The serializer accepts more: raw values, nested optionals, integers of any width, a `ParameterValue`.
                guard JSONSerialization.isValidJSONObject(object) else { throw Error.invalidJSONObject }
            }
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
    /// The problem and its remedy: the kinds of values that are accepted.
    public var errorDescription: String? {
        "They hold what JSONSerialization has no form for. Send dictionaries with string keys, arrays, strings, "
            + "finite numbers, Booleans and nulls only; JSONRequestSerializer says which parameter is another."
    }
}

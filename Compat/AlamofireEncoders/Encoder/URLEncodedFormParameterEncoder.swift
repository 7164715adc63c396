import URLSerialization

/// Writes a model as a query string, in the URL or in the body (Alamofire's `URLEncodedFormParameterEncoder`).
///
/// ```swift
/// let request = try URLEncodedFormParameterEncoder.default.encode(["q": "swift"], into: request)
/// ```
///
/// An empty query leaves a URL without a query unchanged. It adds a trailing `&` to a URL with one, as in Alamofire.
/// With the query in the body, `Content-Type` is `application/x-www-form-urlencoded; charset=utf-8` if there is none.
///
/// `@unchecked Sendable`, because the compiler cannot check an open class. The only state of this class is two
/// constants of `Sendable` types. A subclass is responsible for the state it adds.
open class URLEncodedFormParameterEncoder: @unchecked Sendable, ParameterEncoder {
    /// The destination of the query string.
    public enum Destination: Sendable {
        /// The URL for GET, HEAD and DELETE, otherwise the body.
        case methodDependent
        /// The URL, whatever the request's method.
        case queryString
        /// The body, whatever the request's method.
        case httpBody

        func isURL(for method: HTTPMethod) -> Bool {
            switch self {
            case .methodDependent: method == .get || method == .head || method == .delete
            case .queryString: true
            case .httpBody: false
            }
        }
    }

    /// An encoder with Alamofire's defaults, for the URL or the body depending on the method.
    public static var `default`: URLEncodedFormParameterEncoder { URLEncodedFormParameterEncoder() }

    /// The encoder that writes the query string.
    public let encoder: URLEncodedFormEncoder
    /// The destination of the query string.
    public let destination: Destination

    /// Creates a parameter encoder from a form encoder.
    public init(encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(), destination: Destination = .methodDependent) {
        self.encoder = encoder
        self.destination = destination
    }

    /// Returns a request with the model in its URL or its body.
    ///
    /// - Throws: ``AFError/parameterEncoderFailed(reason:)``.
    open func encode<Parameters: Encodable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest {
        guard let parameters else { return request }
        guard let url = request.url else {
            throw AFError.parameterEncoderFailed(reason: .missingRequiredComponent(.url))
        }
        guard let method = request.method else {
            throw AFError.parameterEncoderFailed(reason: .missingRequiredComponent(.httpMethod(rawValue: "nil")))
        }
        let query: String
        do {
            query = try encoder.encode(parameters)
        } catch {
            throw AFError.parameterEncoderFailed(reason: .encoderFailed(error: error))
        }
        guard destination.isURL(for: method), let components = URLComponents(url: url, resolvingAgainstBaseURL: false)
        else {
            let contentType = "application/x-www-form-urlencoded; charset=utf-8"
            return request.with(body: Data(query.utf8), contentType: contentType)
        }
        var result = request
        result.url = try Self.url(components, adding: query)
        return result
    }

    private static func url(_ components: URLComponents, adding query: String) throws -> URL {
        var components = components
        let parts = [components.percentEncodedQuery, query].compactMap(\.self)
        let joined = parts.joined(separator: "&")
        // Setting an invalid query ends the process, and an encoder may allow any characters.
        components.percentEncodedQuery = joined.isEmpty ? nil : URL.repaired(query: joined)
        guard let url = components.url else {
            throw AFError.parameterEncoderFailed(reason: .missingRequiredComponent(.url))
        }
        return url
    }
}

extension ParameterEncoder where Self == URLEncodedFormParameterEncoder {
    /// The default encoder, for calls that name it without its type: `encoder: .urlEncodedForm`.
    public static var urlEncodedForm: URLEncodedFormParameterEncoder { URLEncodedFormParameterEncoder() }

    /// Returns an encoder of query strings for the URL or the body.
    public static func urlEncodedForm(
        encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(),
        destination: URLEncodedFormParameterEncoder.Destination = .methodDependent
    ) -> URLEncodedFormParameterEncoder {
        URLEncodedFormParameterEncoder(encoder: encoder, destination: destination)
    }
}

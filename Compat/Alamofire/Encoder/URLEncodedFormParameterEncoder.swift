import URLSerialization

/// Writes a model as a query string, in the URL or in the body (Alamofire's `URLEncodedFormParameterEncoder`).
///
/// ```swift
/// let request = try URLEncodedFormParameterEncoder.default.encode(["q": "swift"], into: request)
/// ```
///
/// A query that encodes to nothing is not added to a URL without one; to a URL with one it adds a trailing `&`, as in
/// Alamofire. In the body `Content-Type` is `application/x-www-form-urlencoded; charset=utf-8`, where the request has
/// none.
///
/// `@unchecked Sendable`, because a class that can be subclassed cannot be checked. All there is to this class are two
/// constants of `Sendable` types. A subclass answers for what it adds.
open class URLEncodedFormParameterEncoder: @unchecked Sendable, ParameterEncoder {
    /// Where the query string goes.
    public enum Destination: Sendable {
        /// Into the URL for GET, HEAD and DELETE, otherwise into the body.
        case methodDependent
        /// Into the URL.
        case queryString
        /// Into the body.
        case httpBody

        func isURL(for method: HTTPMethod) -> Bool {
            switch self {
            case .methodDependent: method == .get || method == .head || method == .delete
            case .queryString: true
            case .httpBody: false
            }
        }
    }

    /// An encoder with Alamofire's defaults.
    public static var `default`: URLEncodedFormParameterEncoder { URLEncodedFormParameterEncoder() }

    /// What encodes.
    public let encoder: URLEncodedFormEncoder
    /// Where the query string goes.
    public let destination: Destination

    /// An encoder that encodes by another.
    public init(encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(), destination: Destination = .methodDependent) {
        self.encoder = encoder
        self.destination = destination
    }

    /// A request with the model in its URL or its body.
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
        // Setting what is no query ends the process: an encoder may allow any characters.
        components.percentEncodedQuery = joined.isEmpty ? nil : URL.repaired(query: joined)
        guard let url = components.url else {
            throw AFError.parameterEncoderFailed(reason: .missingRequiredComponent(.url))
        }
        return url
    }
}

extension ParameterEncoder where Self == URLEncodedFormParameterEncoder {
    /// A query string with Alamofire's defaults, in the URL or in the body by the method.
    public static var urlEncodedForm: URLEncodedFormParameterEncoder { URLEncodedFormParameterEncoder() }

    /// A query string as an encoder writes it, in the URL or in the body.
    public static func urlEncodedForm(
        encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(),
        destination: URLEncodedFormParameterEncoder.Destination = .methodDependent
    ) -> URLEncodedFormParameterEncoder {
        URLEncodedFormParameterEncoder(encoder: encoder, destination: destination)
    }
}

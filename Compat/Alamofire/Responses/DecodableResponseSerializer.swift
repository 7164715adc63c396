/// A type with a value for an empty body.
public protocol EmptyResponse: Sendable {
    /// Returns the value for an empty body.
    static func emptyValue() -> Self
}

/// The value of an empty body.
public struct Empty: Hashable, Codable, Sendable, EmptyResponse {
    /// The value of an empty body.
    public static let value = Empty()
    /// Returns ``value``.
    public static func emptyValue() -> Empty { value }
}

/// Decodes models from a body.
public protocol DataDecoder: Sendable {
    /// Returns a model.
    func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

/// Decodes the body as a model, whatever its media type.
///
/// An empty body is a value only for types that are an ``EmptyResponse``.
public final class DecodableResponseSerializer<T: Decodable>: ResponseSerializer where T: Sendable {
    /// The change of a body before it is read.
    public let dataPreprocessor: any DataPreprocessor
    /// The statuses whose responses may be empty.
    public let emptyResponseCodes: Set<Int>
    /// The methods whose responses may be empty.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// The decoder, by default of JSON.
    public let decoder: any DataDecoder

    /// Creates a serializer.
    public init(
        dataPreprocessor: any DataPreprocessor = DecodableResponseSerializer.defaultDataPreprocessor,
        decoder: any DataDecoder = JSONDecoder(),
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DecodableResponseSerializer.defaultEmptyRequestMethods
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
        self.decoder = decoder
    }

    /// Returns the value of an answer, or throws the request's error.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> T {
        guard let data = try body(request, response, data, error) else {
            guard let empty = (T.self as? any EmptyResponse.Type)?.emptyValue() as? T else {
                throw AFError.responseSerializationFailed(reason: .invalidEmptyResponse(type: "\(T.self)"))
            }
            return empty
        }
        do {
            return try decoder.decode(T.self, from: data)
        } catch {
            throw AFError.responseSerializationFailed(reason: .decodingFailed(error: error))
        }
    }
}

extension ResponseSerializer {
    /// Returns a serializer that decodes a model.
    public static func decodable<T: Decodable>(
        of type: T.Type,
        dataPreprocessor: any DataPreprocessor = DecodableResponseSerializer<T>.defaultDataPreprocessor,
        decoder: any DataDecoder = JSONDecoder(),
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer<T>.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DecodableResponseSerializer<T>.defaultEmptyRequestMethods
    ) -> DecodableResponseSerializer<T> where Self == DecodableResponseSerializer<T> {
        DecodableResponseSerializer(
            dataPreprocessor: dataPreprocessor, decoder: decoder, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods)
    }
}

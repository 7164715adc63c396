/// A type with a value for an empty body.
public protocol EmptyResponse: Sendable {
    /// Returns the value for an empty body.
    static func emptyValue() -> Self
}

/// The value of an empty body.
public struct Empty: Hashable, Codable, Sendable, EmptyResponse {
    /// The value of an empty body.
    public static let value = Empty()
    /// The statuses whose responses may be empty by default: 204 and 205.
    public static let responseCodes: Set<Int> = [204, 205]
    /// The methods whose responses may be empty by default: HEAD.
    public static let requestMethods: Set<HTTPMethod> = [.head]
    /// Returns ``value``.
    public static func emptyValue() -> Empty { value }
}

/// Decodes models from a body, as `JSONDecoder` and `PropertyListDecoder` do.
public protocol DataDecoder: Sendable {
    /// Returns the model in a body. Errors reach the caller within `AFError.responseSerializationFailed`.
    func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension DataDecoder {
    /// Returns a model, or throws the error as a serializer's error.
    func model<Model: Decodable>(of data: Data) throws -> Model {
        try Result { try decode(Model.self, from: data) }
            .mapError { AFError.responseSerializationFailed(reason: .decodingFailed(error: $0)) }.get()
    }
}

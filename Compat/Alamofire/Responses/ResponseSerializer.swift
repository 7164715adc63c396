/// Serializes a body in memory into a value.
public protocol DataResponseSerializerProtocol<SerializedObject>: Sendable {
    /// The value that the serializer makes of a body.
    associatedtype SerializedObject

    /// Returns the value of an answer.
    ///
    /// - Parameters:
    ///   - request: The request as it was sent last.
    ///   - response: The server's response.
    ///   - data: The body, or `nil` if it is empty.
    ///   - error: The request's error, which a serializer usually throws.
    func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> SerializedObject
}

/// Serializes a downloaded file into a value.
public protocol DownloadResponseSerializerProtocol<SerializedObject>: Sendable {
    /// The value that the serializer makes of a file.
    associatedtype SerializedObject

    /// Returns the value of a downloaded file. The parameters are the same as in
    /// ``DataResponseSerializerProtocol/serialize(request:response:data:error:)``, except that the file's URL replaces
    /// the body.
    func serializeDownload(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
    ) throws -> SerializedObject
}

/// Serializes a body in memory or in a file, and decides which empty bodies are acceptable.
public protocol ResponseSerializer<SerializedObject>:
    DataResponseSerializerProtocol & DownloadResponseSerializerProtocol
{
    /// The preprocessor that changes a body before it is read.
    var dataPreprocessor: any DataPreprocessor { get }
    /// The methods whose responses may be empty, by default HEAD.
    var emptyRequestMethods: Set<HTTPMethod> { get }
    /// The statuses whose responses may be empty, by default 204 and 205.
    var emptyResponseCodes: Set<Int> { get }
}

extension ResponseSerializer {
    /// The default preprocessor, which returns bodies unchanged.
    public static var defaultDataPreprocessor: any DataPreprocessor { .passthrough }
    /// The methods whose responses may be empty by default: HEAD.
    public static var defaultEmptyRequestMethods: Set<HTTPMethod> { Empty.requestMethods }
    /// The statuses whose responses may be empty by default: 204 and 205.
    public static var defaultEmptyResponseCodes: Set<Int> { Empty.responseCodes }

    /// The preprocessor of a serializer that sets none. It returns bodies unchanged.
    public var dataPreprocessor: any DataPreprocessor { Self.defaultDataPreprocessor }
    /// The methods of a serializer that sets none: HEAD.
    public var emptyRequestMethods: Set<HTTPMethod> { Self.defaultEmptyRequestMethods }
    /// The statuses of a serializer that sets none: 204 and 205.
    public var emptyResponseCodes: Set<Int> { Self.defaultEmptyResponseCodes }

    /// Returns whether the request's method allows an empty body, or `nil` without a method.
    public func requestAllowsEmptyResponseData(_ request: URLRequest?) -> Bool? {
        request?.httpMethod.map { emptyRequestMethods.contains(HTTPMethod(rawValue: $0)) }
    }

    /// Returns whether the response's status allows an empty body, or `nil` without a response.
    public func responseAllowsEmptyResponseData(_ response: HTTPURLResponse?) -> Bool? {
        response.map { emptyResponseCodes.contains($0.statusCode) }
    }

    /// Returns whether the method or the status allows an empty body.
    public func emptyResponseAllowed(forRequest request: URLRequest?, response: HTTPURLResponse?) -> Bool {
        requestAllowsEmptyResponseData(request) == true || responseAllowsEmptyResponseData(response) == true
    }

    /// Returns the preprocessed body, or `nil` for an empty body that is acceptable.
    func body(_ request: URLRequest?, _ response: HTTPURLResponse?, _ data: Data?, _ error: (any Error)?) throws
        -> Data?
    {
        if let error { throw error }
        if let data, !data.isEmpty { return try dataPreprocessor.preprocess(data) }
        if emptyResponseAllowed(forRequest: request, response: response) { return nil }
        throw AFError.responseSerializationFailed(reason: .inputDataNilOrZeroLength)
    }
}

extension DownloadResponseSerializerProtocol where Self: DataResponseSerializerProtocol {
    /// Reads the file and serializes its content as a body.
    public func serializeDownload(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
    ) throws -> SerializedObject {
        let url = try URLResponseSerializer().serializeDownload(
            request: request, response: response, fileURL: fileURL, error: error)
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else {
            throw AFError.responseSerializationFailed(reason: .inputFileReadFailed(at: url))
        }
        return try serialize(request: request, response: response, data: data, error: error)
    }
}

/// Returns the URL of a downloaded file.
public struct URLResponseSerializer: DownloadResponseSerializerProtocol {
    /// Creates a serializer that leaves the file unread.
    public init() {}

    /// Returns the file's URL, or throws the request's error.
    public func serializeDownload(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
    ) throws -> URL {
        if let error { throw error }
        guard let fileURL else { throw AFError.responseSerializationFailed(reason: .inputFileNil) }
        return fileURL
    }
}

extension DownloadResponseSerializerProtocol where Self == URLResponseSerializer {
    /// The serializer that returns the file's URL.
    public static var url: URLResponseSerializer { URLResponseSerializer() }
}

/// Changes a body before it is read.
public protocol DataPreprocessor: Sendable {
    /// Returns the body to serialize. An error becomes the response's.
    func preprocess(_ data: Data) throws -> Data
}

/// A preprocessor that returns bodies unchanged, the default of all serializers.
public struct PassthroughPreprocessor: DataPreprocessor {
    /// Creates a preprocessor that returns bodies unchanged.
    public init() {}
    /// Returns the body as it was received.
    public func preprocess(_ data: Data) throws -> Data { data }
}

/// A preprocessor that removes the prefix that Google's services send: `)]}',` and a line feed.
public struct GoogleXSSIPreprocessor: DataPreprocessor {
    /// Creates a preprocessor that removes the prefix.
    public init() {}
    /// Returns the body without the prefix.
    public func preprocess(_ data: Data) throws -> Data {
        data.starts(with: Data(")]}',\n".utf8)) ? Data(data.dropFirst(6)) : data
    }
}

extension DataPreprocessor where Self == PassthroughPreprocessor {
    /// The preprocessor that returns bodies unchanged.
    public static var passthrough: PassthroughPreprocessor { PassthroughPreprocessor() }
}

extension DataPreprocessor where Self == GoogleXSSIPreprocessor {
    /// The preprocessor that removes the prefix that Google's services send.
    public static var googleXSSI: GoogleXSSIPreprocessor { GoogleXSSIPreprocessor() }
}

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

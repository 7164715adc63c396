/// The base class of body serializers. They throw the request's error, and an empty body is an error unless the status
/// or the method allows it.
///
/// `@unchecked Sendable`: the properties are constants, and subclasses add none that change.
public class BodyResponseSerializer<Value>: ResponseSerializer, @unchecked Sendable {
    /// The preprocessor that changes a body before it is read.
    public let dataPreprocessor: any DataPreprocessor
    /// The statuses whose responses may be empty.
    public let emptyResponseCodes: Set<Int>
    /// The methods whose responses may be empty.
    public let emptyRequestMethods: Set<HTTPMethod>
    private let read: @Sendable (Data?, HTTPURLResponse?) throws -> Value

    /// - Parameter read: Returns the value of a body, which is `nil` if it is empty and may be.
    fileprivate init(
        _ dataPreprocessor: any DataPreprocessor, _ emptyResponseCodes: Set<Int>,
        _ emptyRequestMethods: Set<HTTPMethod>, _ read: @escaping @Sendable (Data?, HTTPURLResponse?) throws -> Value
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
        self.read = read
    }

    /// Returns the value of an answer, or throws the request's error.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> Value { try read(body(request, response, data, error), response) }
}

/// Returns the preprocessed body, or no bytes for an empty body that is acceptable.
public final class DataResponseSerializer: BodyResponseSerializer<Data>, @unchecked Sendable {
    /// Creates a serializer. By default, a body may be empty only for HEAD and for 204 and 205.
    public convenience init(
        dataPreprocessor: any DataPreprocessor = .passthrough, emptyResponseCodes: Set<Int> = Empty.responseCodes,
        emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods
    ) { self.init(dataPreprocessor, emptyResponseCodes, emptyRequestMethods) }

    init(_ dataPreprocessor: any DataPreprocessor, _ codes: Set<Int>, _ methods: Set<HTTPMethod>) {
        super.init(dataPreprocessor, codes, methods) { body, _ in body ?? Data() }
    }
}

/// Decodes the body as text, in the given encoding or else the response's charset or else ISO 8859-1.
public final class StringResponseSerializer: BodyResponseSerializer<String>, @unchecked Sendable {
    /// The encoding of every body, or `nil` for the response's.
    public let encoding: String.Encoding?

    /// Creates a serializer. Without an encoding, the response's charset is used, or else ISO 8859-1.
    public convenience init(
        dataPreprocessor: any DataPreprocessor = .passthrough, encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = Empty.responseCodes, emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods
    ) { self.init(dataPreprocessor, encoding, emptyResponseCodes, emptyRequestMethods) }

    init(
        _ dataPreprocessor: any DataPreprocessor, _ encoding: String.Encoding?, _ codes: Set<Int>,
        _ methods: Set<HTTPMethod>
    ) {
        self.encoding = encoding
        super.init(dataPreprocessor, codes, methods) { body, response in
            guard let body else { return "" }
            let encoding = encoding ?? response?.charset.flatMap(String.Encoding.init(charset:)) ?? .isoLatin1
            if let text = encoding.decode(body) { return text }
            throw AFError.responseSerializationFailed(reason: .stringSerializationFailed(encoding: encoding))
        }
    }
}

/// Decodes the body as JSON of any structure, as `JSONSerialization` does.
@available(*, deprecated, message: "Use DecodableResponseSerializer.")
public final class JSONResponseSerializer: BodyResponseSerializer<Any>, @unchecked Sendable {
    /// The options of `JSONSerialization`, by default `allowFragments`.
    public let options: JSONSerialization.ReadingOptions

    /// Creates a serializer, by default one that accepts any JSON value at the top.
    public init(
        dataPreprocessor: any DataPreprocessor = .passthrough, emptyResponseCodes: Set<Int> = Empty.responseCodes,
        emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods,
        options: JSONSerialization.ReadingOptions = .allowFragments
    ) {
        self.options = options
        super.init(dataPreprocessor, emptyResponseCodes, emptyRequestMethods) { body, _ in
            guard let body else { return NSNull() }
            return try Result { try JSONSerialization.jsonObject(with: body, options: options) }
                .mapError { AFError.responseSerializationFailed(reason: .jsonSerializationFailed(error: $0)) }.get()
        }
    }
}

/// Decodes the body as a model, whatever its media type.
///
/// An empty body yields a value only for types that conform to ``EmptyResponse``.
public final class DecodableResponseSerializer<T: Decodable & Sendable>: BodyResponseSerializer<T>, @unchecked Sendable
{
    /// The decoder, by default of JSON.
    public let decoder: any DataDecoder

    /// Creates a serializer, by default one that decodes JSON.
    public convenience init(
        dataPreprocessor: any DataPreprocessor = .passthrough, decoder: any DataDecoder = JSONDecoder(),
        emptyResponseCodes: Set<Int> = Empty.responseCodes, emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods
    ) { self.init(dataPreprocessor, decoder, emptyResponseCodes, emptyRequestMethods) }

    init(
        _ dataPreprocessor: any DataPreprocessor, _ decoder: any DataDecoder, _ codes: Set<Int>,
        _ methods: Set<HTTPMethod>
    ) {
        self.decoder = decoder
        super.init(dataPreprocessor, codes, methods) { body, _ in
            if let body { return try decoder.model(of: body) }
            if let empty = (T.self as? any EmptyResponse.Type)?.emptyValue() as? T { return empty }
            throw AFError.responseSerializationFailed(reason: .invalidEmptyResponse(type: "\(T.self)"))
        }
    }
}

extension DataResponseSerializerProtocol where Self == DataResponseSerializer {
    /// The serializer that returns the body.
    public static var data: DataResponseSerializer { DataResponseSerializer() }

    /// Returns a serializer that returns the body.
    public static func data(
        dataPreprocessor: any DataPreprocessor = .passthrough, emptyResponseCodes: Set<Int> = Empty.responseCodes,
        emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods
    ) -> DataResponseSerializer { DataResponseSerializer(dataPreprocessor, emptyResponseCodes, emptyRequestMethods) }
}

extension DataResponseSerializerProtocol where Self == StringResponseSerializer {
    /// The serializer that decodes the body in the response's charset, or else as ISO 8859-1.
    public static var string: StringResponseSerializer { StringResponseSerializer() }

    /// Returns a serializer that decodes text.
    public static func string(
        dataPreprocessor: any DataPreprocessor = .passthrough, encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = Empty.responseCodes, emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods
    ) -> StringResponseSerializer {
        StringResponseSerializer(dataPreprocessor, encoding, emptyResponseCodes, emptyRequestMethods)
    }
}

extension DataResponseSerializerProtocol {
    /// Returns a serializer that decodes a model.
    public static func decodable<T: Decodable>(
        of type: T.Type, dataPreprocessor: any DataPreprocessor = .passthrough,
        decoder: any DataDecoder = JSONDecoder(), emptyResponseCodes: Set<Int> = Empty.responseCodes,
        emptyRequestMethods: Set<HTTPMethod> = Empty.requestMethods
    ) -> DecodableResponseSerializer<T> where Self == DecodableResponseSerializer<T> {
        DecodableResponseSerializer(dataPreprocessor, decoder, emptyResponseCodes, emptyRequestMethods)
    }
}

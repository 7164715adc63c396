/// Returns the body.
public final class DataResponseSerializer: ResponseSerializer {
    /// The change of a body before it is read.
    public let dataPreprocessor: any DataPreprocessor
    /// The statuses whose responses may be empty.
    public let emptyResponseCodes: Set<Int>
    /// The methods whose responses may be empty.
    public let emptyRequestMethods: Set<HTTPMethod>

    /// Creates a serializer.
    public init(
        dataPreprocessor: any DataPreprocessor = DataResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = DataResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DataResponseSerializer.defaultEmptyRequestMethods
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
    }

    /// Returns the value of an answer, or throws the request's error.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> Data {
        try body(request, response, data, error) ?? Data()
    }
}

extension ResponseSerializer where Self == DataResponseSerializer {
    /// The serializer that returns the body.
    public static var data: DataResponseSerializer { DataResponseSerializer() }

    /// Returns a serializer that returns the body.
    public static func data(
        dataPreprocessor: any DataPreprocessor = DataResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = DataResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DataResponseSerializer.defaultEmptyRequestMethods
    ) -> DataResponseSerializer {
        DataResponseSerializer(
            dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods)
    }
}

/// Decodes the body as text: in a given encoding, or else in the charset of the response, or else in ISO 8859-1.
public final class StringResponseSerializer: ResponseSerializer {
    /// The change of a body before it is read.
    public let dataPreprocessor: any DataPreprocessor
    /// The statuses whose responses may be empty.
    public let emptyResponseCodes: Set<Int>
    /// The methods whose responses may be empty.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// The encoding of every body, or `nil` for the response's.
    public let encoding: String.Encoding?

    /// Creates a serializer.
    public init(
        dataPreprocessor: any DataPreprocessor = StringResponseSerializer.defaultDataPreprocessor,
        encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = StringResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = StringResponseSerializer.defaultEmptyRequestMethods
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
        self.encoding = encoding
    }

    /// Returns the value of an answer, or throws the request's error.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> String {
        guard let data = try body(request, response, data, error) else { return "" }
        let encoding = encoding ?? response?.textEncodingName.flatMap(String.Encoding.init(charset:)) ?? .isoLatin1
        guard let text = String(data: data, encoding: encoding) else {
            throw AFError.responseSerializationFailed(reason: .stringSerializationFailed(encoding: encoding))
        }
        return text
    }
}

extension ResponseSerializer where Self == StringResponseSerializer {
    /// The serializer that decodes text.
    public static var string: StringResponseSerializer { StringResponseSerializer() }

    /// Returns a serializer that decodes text.
    public static func string(
        dataPreprocessor: any DataPreprocessor = StringResponseSerializer.defaultDataPreprocessor,
        encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = StringResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = StringResponseSerializer.defaultEmptyRequestMethods
    ) -> StringResponseSerializer {
        StringResponseSerializer(
            dataPreprocessor: dataPreprocessor, encoding: encoding, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods)
    }
}

/// Decodes the body as JSON of any structure.
///
/// The value is `any Sendable`, so that it may cross threads: dictionaries, arrays and leaves that are cast as those of
/// `JSONSerialization`, and `NSNull`.
@available(*, deprecated, message: "Use DecodableResponseSerializer.")
public final class JSONResponseSerializer: ResponseSerializer {
    /// The change of a body before it is read.
    public let dataPreprocessor: any DataPreprocessor
    /// The statuses whose responses may be empty.
    public let emptyResponseCodes: Set<Int>
    /// The methods whose responses may be empty.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// The options of reading.
    public let options: JSONSerialization.ReadingOptions

    /// Creates a serializer.
    public init(
        dataPreprocessor: any DataPreprocessor = JSONResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = JSONResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = JSONResponseSerializer.defaultEmptyRequestMethods,
        options: JSONSerialization.ReadingOptions = .allowFragments
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
        self.options = options
    }

    /// Returns the value of an answer, or throws the request's error.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> any Sendable {
        guard let data = try body(request, response, data, error) else { return NSNull() }
        do {
            return SendableJSON.value(try JSONSerialization.jsonObject(with: data, options: options))
        } catch {
            throw AFError.responseSerializationFailed(reason: .jsonSerializationFailed(error: error))
        }
    }
}

/// Foundation's objects of JSON as values that may cross threads.
enum SendableJSON {
    static func value(_ object: Any) -> any Sendable {
        switch object {
        case let object as [String: Any]: object.mapValues(value)
        case let object as [Any]: object.map(value)
        case let object as String: object
        case let object as NSNumber: object
        default: NSNull()
        }
    }
}

import Foundation
import URLSerialization

/// This library's JSON bodies.
enum JSONBody {
    /// Returns the body of parameters.
    static func data(from parameters: Any) throws -> Data {
        try body(serializer.body(for: parameters, in: request))
    }

    /// Returns the body of parameters with its keys sorted.
    static func sortedData(from parameters: Any) throws -> Data {
        try body(JSONRequestSerializer(writingOptions: .sortedKeys).body(for: parameters, in: request))
    }

    /// Returns the body of a model.
    static func data(encoding model: some Encodable) throws -> Data {
        try serializer.body(encoding: model)
    }

    private static func body(_ body: Data?) throws -> Data {
        guard let body else { throw BenchmarkError.failure("there is no JSON body") }
        return body
    }

    /// A serializer that adds no headers.
    private static let serializer: JSONRequestSerializer = {
        var serializer = JSONRequestSerializer()
        serializer.configuration.headers = []
        return serializer
    }()

    private static let request: URLRequest = {
        var request = URLRequest(url: URL(filePath: "/"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }()
}

import Testing

@testable import URLSerialization

/// Parameters and the query they are written as. Made where they are used, because `Any` may not cross to the task that
/// a test runs in.
struct QuerySample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: String
    let make: @Sendable () throws -> Any

    /// Parameters, a dictionary, and their query.
    init(_ description: String, _ query: String, _ make: @escaping @Sendable () throws -> Any) {
        testDescription = description
        self.query = query
        self.make = make
    }
}

/// Parameters that are refused, and with what error.
struct RefusedSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: RequestSerializationError.Code
    let keyPath: String?
    let make: @Sendable () throws -> Any

    init(
        _ description: String, _ code: RequestSerializationError.Code, at keyPath: String?,
        _ make: @escaping @Sendable () throws -> Any
    ) {
        testDescription = description
        self.code = code
        self.keyPath = keyPath
        self.make = make
    }
}

extension QueryStyle {
    /// AFNetworking's style after a change.
    static func afNetworking(_ change: (inout QueryStyle) -> Void) -> QueryStyle {
        var style = QueryStyle.afNetworking
        change(&style)
        return style
    }
}

extension [ParameterPair] {
    /// The query that the pairs make.
    var query: String {
        map { pair in
            let key = PercentEscaper.afNetworking.escape(pair.key)
            return pair.value.map { "\(key)=\(PercentEscaper.afNetworking.escape($0))" } ?? key
        }.joined(separator: "&")
    }
}

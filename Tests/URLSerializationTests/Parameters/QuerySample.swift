import Testing
import URLSerialization

/// Parameters and their query. They are made where they are used, because `Any` may not cross to the task that
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

/// Parameters that are refused, with their error.
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
    static func afNetworking(_ change: (inout QueryStyle) -> Void) -> QueryStyle {
        var style = QueryStyle.afNetworking
        change(&style)
        return style
    }
}

extension [ParameterPair] {
    /// The query string of the pairs.
    var query: String {
        map { pair in
            let key = PercentEscaper.afNetworking.escape(pair.key)
            return pair.value.map { "\(key)=\(PercentEscaper.afNetworking.escape($0))" } ?? key
        }.joined(separator: "&")
    }
}

/// A model among samples of other parameters.
struct ModelSample {
    let model: any Encodable

    init(_ model: any Encodable) {
        self.model = model
    }
}

extension QueryStringSerializer {
    /// The query string of a sample, which may be a ``ModelSample``.
    func string(sample: Any) throws -> String {
        if let sample = sample as? ModelSample { return try string(encoding: sample.model) }
        return try string(from: sample)
    }

    /// The pairs of a sample, which may be a ``ModelSample``.
    func pairs(sample: Any) throws -> [ParameterPair] {
        if let sample = sample as? ModelSample { return try pairs(encoding: sample.model) }
        return try pairs(from: sample)
    }
}

extension ParameterValue {
    /// The value of a sample, which may be a ``ModelSample``.
    init(sample: Any) throws {
        if let sample = sample as? ModelSample {
            try self.init(encoding: sample.model)
        } else {
            try self.init(bridging: sample)
        }
    }
}

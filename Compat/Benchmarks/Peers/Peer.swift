import Foundation
import URLSerialization

/// One serializer prepared to serialize one payload.
struct Peer {
    /// A peer's name, on the command line and in the report.
    enum Name: String, CaseIterable {
        case ours = "URLSerialization"
        case numbers = "URLSerialization-NSNumbers"
        case value = "URLSerialization-value"
        case php = "URLSerialization-php"
        case qs = "URLSerialization-qs"
        case rack = "URLSerialization-rack"
        case flat = "URLSerialization-flat"
        case plain = "plain"
        case plainNumbers = "plain-NSNumbers"
        case queryItems = "URLComponents"
        case json = "URLSerialization-JSON"
        case jsonValue = "URLSerialization-JSON-value"
        case sortedJSON = "URLSerialization-JSON-sorted"
        case jsonSerialization = "JSONSerialization"
        case sortedJSONSerialization = "JSONSerialization-sorted"
        case jsonEncoder = "JSONEncoder"

        /// The peers whose queries are compared. Foundation's two are the alternatives that a user might choose.
        static let queryPeers = allCases.filter {
            ![.json, .jsonValue, .sortedJSON, .sortedJSONSerialization].contains($0)
        }
        /// The peers whose JSON is compared. The keys of two of them are sorted as by `.sortedKeys`.
        static let jsonPeers = [
            Name.json, .jsonValue, .sortedJSON, .jsonSerialization, .sortedJSONSerialization, .jsonEncoder,
        ]
        /// The peers whose allocations have a limit.
        static let countedPeers = [Name.ours, .value, .json, .jsonValue]

        /// The styles of frameworks, by the peers whose queries have them.
        private static let styles: [Name: QueryStyle] = [.php: .php, .qs: .qs, .rack: .rack, .flat: .flat]
        /// The style of the peer's queries, if it is a framework's.
        var style: QueryStyle? { Self.styles[self] }
    }

    /// The least factors by which this library must be faster than a peer.
    static let limits: [(payload: Payload.Name, ours: Name, peer: Name, atLeast: Double)] = [
        (.flat, .ours, .plain, 27), (.flat, .value, .plain, 30),
        (.nested, .ours, .plain, 26), (.nested, .value, .plain, 38),
        (.nested, .json, .jsonSerialization, 30), (.nested, .jsonValue, .jsonSerialization, 60),
        (.wide, .ours, .plain, 15), (.wide, .json, .jsonSerialization, 20),
        (.longASCII, .ours, .plain, 200), (.longASCII, .json, .jsonSerialization, 100),
        (.longCJK, .ours, .plain, 25), (.longCJK, .json, .jsonSerialization, 25),
        (.model, .ours, .jsonEncoder, 3.5), (.model, .json, .jsonEncoder, 4),
    ]

    let name: Name
    /// Serializes the payload once and returns the size of the output in bytes.
    let call: () throws -> Int

    /// Creates a peer for a payload, or returns `nil` if it cannot serialize the payload.
    ///
    /// A model goes to the encoders of models, a dictionary to all the others. A framework's style is used for the
    /// small payloads that it accepts.
    init?(_ name: Name, _ payload: Payload) throws {
        let model = try payload.model.map { try Self.call(of: name, model: $0) }
        guard let call = try model ?? Self.call(of: name, payload) else { return nil }
        (self.name, self.call) = (name, call)
    }

    private static func call(of name: Name, _ payload: Payload) throws -> (() throws -> Int)? {
        let parameters = payload.parameters
        let serializer = QueryStringSerializer(style: name.style ?? .afNetworking)
        switch name {
        case .ours: return { try serializer.string(from: parameters).utf8.count }
        case .numbers, .plainNumbers:
            guard payload.name.leaves > 1 else { return nil }
            let numbers = Payload.withNumbers(parameters)
            if name == .numbers { return { try serializer.string(from: numbers).utf8.count } }
            return { PlainQuery.string(from: numbers).utf8.count }
        case .value:
            let value = try ParameterValue(bridging: parameters)
            return { try serializer.string(from: value).utf8.count }
        case .php, .qs, .rack, .flat:
            guard [.flat, .nested].contains(payload.name), (try? serializer.string(from: parameters)) != nil
            else { return nil }
            return { try serializer.string(from: parameters).utf8.count }
        case .plain: return { PlainQuery.string(from: parameters).utf8.count }
        case .queryItems:
            let pairs = PlainQuery.pairs(from: parameters).map { (name: $0.field, text: $0.text) }
            return { query(of: pairs)?.utf8.count ?? 0 }
        case .json: return { try json(from: parameters).count }
        case .jsonValue:
            let value = try ParameterValue(bridging: parameters)
            return { try json(from: value).count }
        case .sortedJSON: return { try sortingSerializer.body(for: parameters, in: request)?.count ?? 0 }
        case .jsonSerialization: return { try JSONSerialization.data(withJSONObject: parameters).count }
        case .sortedJSONSerialization:
            return { try JSONSerialization.data(withJSONObject: parameters, options: .sortedKeys).count }
        case .jsonEncoder: return nil
        }
    }

    private static func call(of name: Name, model: Order) throws -> (() throws -> Int)? {
        switch name {
        case .ours:
            let serializer = QueryStringSerializer()
            return { try serializer.string(encoding: model).utf8.count }
        case .json: return { try jsonSerializer.body(of: .model(model)).count }
        case .jsonEncoder:
            let encoder = JSONEncoder()
            return { try encoder.encode(model).count }
        default:
            return nil
        }
    }

    /// Returns this library's JSON of parameters.
    static func json(from parameters: Any) throws -> Data {
        try jsonSerializer.body(for: parameters, in: request) ?? Data()
    }

    /// A serializer that adds no headers.
    private static let jsonSerializer: JSONRequestSerializer = {
        var serializer = JSONRequestSerializer()
        serializer.configuration.headers = []
        return serializer
    }()

    private static let sortingSerializer = JSONRequestSerializer(writingOptions: .sortedKeys)

    private static let request: URLRequest = {
        var request = URLRequest(url: URL(filePath: "/"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }()

    /// Returns the query that `URLComponents` makes from flattened pairs.
    ///
    /// The query items and the query are measured; walking, sorting and printing the leaves are done beforehand, so
    /// this peer does less than the others.
    private static func query(of pairs: [(name: String, text: String?)]) -> String? {
        var components = URLComponents()
        components.queryItems = pairs.map { URLQueryItem(name: $0.name, value: $0.text) }
        return components.percentEncodedQuery
    }
}

// The comparison of the outputs, so that only serializers that do the same work are timed together.
extension Peer {
    /// Throws unless the peers agree. Query strings must agree byte for byte; those of `URLComponents`, which escapes
    /// less, are unescaped first. JSON must agree byte for byte with its keys sorted; a model's JSON is parsed first.
    static func verify(_ payload: Payload) throws {
        func require(_ condition: Bool, _ message: String) throws {
            guard condition else { throw BenchmarkError.failure("\(payload.name.rawValue): \(message)") }
        }
        let (parameters, serializer) = (payload.parameters, QueryStringSerializer())
        let value = try ParameterValue(bridging: parameters)
        let plain = PlainQuery.string(from: parameters)
        let form = try HTTPRequestSerializer().body(for: parameters, in: URLRequest(url: URL(filePath: "/")))
        let queries = try [
            serializer.string(from: parameters), serializer.string(from: value),
            String(decoding: form ?? Data(), as: UTF8.self),
        ]
        for query in queries {
            try require(query.utf8.elementsEqual(plain.utf8), "the queries differ: \(query) and \(plain)")
        }
        let pairs = PlainQuery.pairs(from: parameters)
        try require(pairs.count == payload.name.leaves, "\(pairs.count) pairs")
        let query = query(of: pairs.map { (name: $0.field, text: $0.text) })
        try require(query?.removingPercentEncoding == plain.removingPercentEncoding, "URLComponents' query differs")

        func object(_ json: Data) throws -> NSDictionary? {
            try JSONSerialization.jsonObject(with: json) as? NSDictionary
        }
        let sorted = try JSONSerialization.data(withJSONObject: parameters, options: .sortedKeys)
        for parameters in [parameters, value] as [Any] {
            let json = try json(from: parameters)
            try require(
                sortingSerializer.body(for: parameters, in: request) == sorted, "JSON differs from JSONSerialization's")
            try require(object(json) == object(sorted) && json.count == sorted.count, "unsorted JSON differs")
        }
        if let model = payload.model {
            try require(serializer.string(encoding: model) == plain, "the model's query differs")
            for json in try [JSONEncoder().encode(model), jsonSerializer.body(of: .model(model))] {
                try require(object(json) == object(sorted), "the model's JSON differs")
            }
        }
    }
}

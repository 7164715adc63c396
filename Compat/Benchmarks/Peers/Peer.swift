import Foundation
import URLSerialization

/// One serializer prepared to serialize one payload.
struct Peer {
    /// A peer's name, on the command line and in the report.
    enum Name: String, CaseIterable, Encodable {
        case ours = "URLSerialization"
        case value = "URLSerialization-value"
        case php = "URLSerialization-php"
        case qs = "URLSerialization-qs"
        case rack = "URLSerialization-rack"
        case flat = "URLSerialization-flat"
        case plain = "plain"
        case queryItems = "URLComponents"
        case json = "URLSerialization-JSON"
        case jsonValue = "URLSerialization-JSON-value"
        case jsonSerialization = "JSONSerialization"
        case jsonEncoder = "JSONEncoder"

        /// The peers whose queries are compared. Foundation's two are the alternatives that a user might choose.
        static let queryPeers = allCases.filter { $0 != .json && $0 != .jsonValue }
        /// The peers whose JSON is compared.
        static let jsonPeers = [Name.json, .jsonValue, .jsonSerialization, .jsonEncoder]

        /// The style of the peer's queries, if it is a framework's.
        var style: QueryStyle? {
            switch self {
            case .php: .php
            case .qs: .qs
            case .rack: .rack
            case .flat: .flat
            default: nil
            }
        }

        /// Whether the peer is this library.
        var isOurs: Bool { rawValue.hasPrefix(Self.ours.rawValue) }
    }

    /// The peer's name.
    let name: Name
    /// Serializes the payload once and returns the size of the output in bytes.
    ///
    /// The returned number is computed from the output and added up where the compiler must assume that it is used
    /// (``CallTimer``), which prevents the call from being optimized away.
    let call: () throws -> Int

    /// Returns those of some peers that can serialize a payload, in their order.
    ///
    /// A model goes to the encoders of models, a dictionary to all the others. A framework's style is used for the
    /// small payloads that it accepts.
    static func all(of names: [Name] = Name.allCases, for payload: Payload) throws -> [Peer] {
        try names.compactMap { try Peer($0, payload: payload) }
    }

    /// Creates a peer for a payload, or returns `nil` if it cannot serialize the payload.
    init?(_ name: Name, payload: Payload) throws {
        guard let call = try payload.model.map({ Self.call(of: name, model: $0) }) ?? Self.call(of: name, payload)
        else { return nil }
        (self.name, self.call) = (name, call)
    }

    private static func call(of name: Name, _ payload: Payload) throws -> (() throws -> Int)? {
        let parameters = payload.parameters
        let serializer = QueryStringSerializer(style: name.style ?? .afNetworking)
        switch name {
        case .ours:
            return { try serializer.string(from: parameters).utf8.count }
        case .value:
            let value = try ParameterValue(bridging: parameters)
            return { try serializer.string(from: value).utf8.count }
        case .php, .qs, .rack, .flat:
            guard [.flat, .nested].contains(payload.name), (try? serializer.string(from: parameters)) != nil
            else { return nil }
            return { try serializer.string(from: parameters).utf8.count }
        case .plain:
            return { PlainQuery.string(from: parameters).utf8.count }
        case .queryItems:
            let pairs = PlainQuery.pairs(from: parameters).map { (name: $0.field, text: $0.text) }
            return { query(of: pairs)?.utf8.count ?? 0 }
        case .json:
            return { try JSONBody.data(from: parameters).count }
        case .jsonValue:
            let value = try ParameterValue(bridging: parameters)
            return { try JSONBody.data(from: value).count }
        case .jsonSerialization:
            return { try JSONSerialization.data(withJSONObject: parameters).count }
        case .jsonEncoder:
            return nil
        }
    }

    private static func call(of name: Name, model: Order) -> (() throws -> Int)? {
        switch name {
        case .ours:
            let serializer = QueryStringSerializer()
            return { try serializer.string(encoding: model).utf8.count }
        case .json:
            return { try JSONBody.data(encoding: model).count }
        case .jsonEncoder:
            let encoder = JSONEncoder()
            return { try encoder.encode(model).count }
        default:
            return nil
        }
    }

    /// Returns the query that `URLComponents` makes of flattened pairs.
    ///
    /// The query items and the query are measured; walking, sorting and printing the leaves are done beforehand, so
    /// this peer does less than the others.
    static func query(of pairs: [(name: String, text: String?)]) -> String? {
        var components = URLComponents()
        components.queryItems = pairs.map { URLQueryItem(name: $0.name, value: $0.text) }
        return components.percentEncodedQuery
    }
}

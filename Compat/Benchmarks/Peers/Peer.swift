import Foundation
import URLSerialization

/// One serializer made ready to serialize one payload.
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

        /// The peers that queries are compared between; Foundation's two are what a user might send instead.
        static let queryPeers = allCases.filter { $0 != .json && $0 != .jsonValue }
        /// The peers that JSON is compared between.
        static let jsonPeers = [Name.json, .jsonValue, .jsonSerialization, .jsonEncoder]

        /// The style that a peer writes in, of those that a framework reads.
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

    /// Whose serializer it is.
    let name: Name
    /// Serializes the payload once and returns the size of the output in bytes.
    ///
    /// Returning something computed from the output, and adding it up where the compiler cannot see that nobody reads
    /// it (``CallTimer``), is what keeps a call from being optimised away.
    let call: () throws -> Int

    /// Those of some peers that can serialize a payload, in their order.
    ///
    /// A model goes to the encoders of models, a dictionary to all the others. A framework's style takes the small
    /// payloads that it accepts.
    static func all(of names: [Name] = Name.allCases, for payload: Payload) throws -> [Peer] {
        try names.compactMap { try Peer($0, payload: payload) }
    }

    /// A peer for a payload, or nil if it cannot serialize such a payload.
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

    /// The query that `URLComponents` makes of flattened pairs.
    ///
    /// The query items and the query are counted; walking, sorting and printing the leaves are done beforehand, so
    /// this peer does less than the others.
    static func query(of pairs: [(name: String, text: String?)]) -> String? {
        var components = URLComponents()
        components.queryItems = pairs.map { URLQueryItem(name: $0.name, value: $0.text) }
        return components.percentEncodedQuery
    }
}

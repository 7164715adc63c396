import Foundation
import URLSerialization

/// One serializer made ready to serialize one payload.
struct Peer {
    /// A peer's name, on the command line and in the report.
    enum Name: String, CaseIterable, Encodable {
        case ours = "URLSerialization"
        case plain = "plain"
        case queryItems = "URLComponents"
        case jsonSerialization = "JSONSerialization"
        case jsonEncoder = "JSONEncoder"
    }

    /// Whose serializer it is.
    let name: Name
    /// Serializes the payload once and returns the size of the output in bytes.
    ///
    /// Returning something computed from the output, and adding it up where the compiler cannot see that nobody reads
    /// it (``CallTimer``), is what keeps a call from being optimised away.
    let call: () throws -> Int

    /// The peers that can serialize a payload, ours first.
    ///
    /// A model goes to the two encoders of models, a dictionary to all the others.
    static func all(for payload: Payload) -> [Peer] {
        Name.allCases.compactMap { Peer($0, payload: payload) }
    }

    /// A peer for a payload, or nil if it cannot serialize such a payload.
    init?(_ name: Name, payload: Payload) {
        self.name = name
        let parameters = payload.parameters
        switch (name, payload.model) {
        case (.ours, nil):
            let serializer = QueryStringSerializer()
            call = { try serializer.string(from: parameters).utf8.count }
        case (.ours, let model?):
            let serializer = QueryStringSerializer()
            call = { try serializer.string(encoding: model).utf8.count }
        case (.plain, nil):
            call = { PlainQuery.string(from: parameters).utf8.count }
        case (.queryItems, nil):
            let pairs = PlainQuery.pairs(from: parameters).map { (name: $0.field, text: $0.text) }
            call = { Self.query(of: pairs)?.utf8.count ?? 0 }
        case (.jsonSerialization, nil):
            call = { try JSONSerialization.data(withJSONObject: parameters).count }
        case (.jsonEncoder, let model?):
            let encoder = JSONEncoder()
            call = { try encoder.encode(model).count }
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

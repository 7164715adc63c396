import Foundation
import URLSerialization

/// Compares what the peers make of a payload, so that only serializers that do the same work are timed together.
enum OutputCheck {
    /// Throws unless the peers agree: the query strings byte for byte, those of `URLComponents` (which escapes less)
    /// once unescaped, JSON once parsed.
    static func verify(_ payload: Payload) throws {
        let plain = PlainQuery.string(from: payload.parameters)
        let ours = try ourQuery(of: payload)
        guard ours.utf8.elementsEqual(plain.utf8) else {
            throw BenchmarkError.failure("\(payload.name.rawValue): queries differ, \(difference(ours, plain))")
        }
        try verifyQueryItems(payload, against: plain)
        try verifyModel(payload)
    }

    private static func ourQuery(of payload: Payload) throws -> String {
        guard let model = payload.model else { return try QueryStringSerializer().string(from: payload.parameters) }
        return try QueryStringSerializer().string(encoding: model)
    }

    private static func verifyQueryItems(_ payload: Payload, against plain: String) throws {
        let pairs = PlainQuery.pairs(from: payload.parameters)
        let expected =
            switch payload.name {
            case .flat: 20
            case .nested, .model: 100
            case .wide: 10_000
            case .longASCII, .longCJK: 1
            }
        guard pairs.count == expected else {
            throw BenchmarkError.failure("\(payload.name.rawValue) has \(pairs.count) pairs")
        }
        let query = Peer.query(of: pairs.map { (name: $0.field, text: $0.text) })
        guard let query, query.removingPercentEncoding == plain.removingPercentEncoding else {
            throw BenchmarkError.failure("\(payload.name.rawValue): URLComponents makes another query")
        }
    }

    private static func verifyModel(_ payload: Payload) throws {
        guard let model = payload.model else { return }
        let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(model))
        let written = try JSONSerialization.jsonObject(
            with: JSONSerialization.data(withJSONObject: payload.parameters)
        )
        guard let encoded = encoded as? NSDictionary, let written = written as? NSDictionary, encoded == written else {
            throw BenchmarkError.failure("\(payload.name.rawValue): the model and the dictionary are not alike")
        }
    }

    private static func difference(_ ours: String, _ plain: String) -> String {
        let common = zip(ours.utf8, plain.utf8).prefix { $0 == $1 }.count
        func excerpt(_ text: String) -> String {
            String(decoding: text.utf8.dropFirst(max(0, common - 20)).prefix(60), as: UTF8.self)
        }
        return "from byte \(common): \"\(excerpt(ours))\", plain \"\(excerpt(plain))\""
    }
}

import Foundation
import URLSerialization

/// The comparison of the outputs of the peers for a payload, so that only serializers that do the same work are timed
/// together.
enum OutputCheck {
    /// Throws unless the peers agree: the query strings byte for byte, those of `URLComponents` (which escapes less)
    /// once unescaped, JSON byte for byte with its keys sorted, that of a model once parsed.
    static func verify(_ payload: Payload) throws {
        let plain = PlainQuery.string(from: payload.parameters)
        for ours in try ourQueries(of: payload) {
            guard ours.utf8.elementsEqual(plain.utf8) else {
                throw BenchmarkError.failure("\(payload.name.rawValue): queries differ, \(difference(ours, plain))")
            }
        }
        try verifyQueryItems(payload, against: plain)
        try verifyModel(payload)
        try verifyJSON(payload)
    }

    private static func ourQueries(of payload: Payload) throws -> [String] {
        let serializer = QueryStringSerializer()
        let form = try HTTPRequestSerializer().body(for: payload.parameters, in: URLRequest(url: URL(filePath: "/")))
        return try [
            serializer.string(from: payload.parameters),
            serializer.string(from: ParameterValue(bridging: payload.parameters)),
            String(decoding: form ?? Data(), as: UTF8.self),
        ] + (payload.model.map { [try serializer.string(encoding: $0)] } ?? [])
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
        let written = try JSONSerialization.data(withJSONObject: payload.parameters)
        for encoded in [try JSONEncoder().encode(model), try JSONBody.data(encoding: model)] {
            guard try object(encoded) == object(written) else {
                throw BenchmarkError.failure("\(payload.name.rawValue): the model and the dictionary are not alike")
            }
        }
    }

    private static func verifyJSON(_ payload: Payload) throws {
        let sorted = try JSONSerialization.data(withJSONObject: payload.parameters, options: .sortedKeys)
        for parameters in [payload.parameters, try ParameterValue(bridging: payload.parameters)] as [Any] {
            let unsorted = try JSONBody.data(from: parameters)
            guard try JSONBody.sortedData(from: parameters) == sorted, unsorted.count == sorted.count,
                try object(unsorted) == object(sorted)
            else {
                throw BenchmarkError.failure("\(payload.name.rawValue): JSON differs from JSONSerialization's")
            }
        }
    }

    private static func object(_ json: Data) throws -> NSDictionary? {
        try JSONSerialization.jsonObject(with: json) as? NSDictionary
    }

    private static func difference(_ ours: String, _ plain: String) -> String {
        let common = zip(ours.utf8, plain.utf8).prefix { $0 == $1 }.count
        func excerpt(_ text: String) -> String {
            String(decoding: text.utf8.dropFirst(max(0, common - 20)).prefix(60), as: UTF8.self)
        }
        return "from byte \(common): \"\(excerpt(ours))\", plain \"\(excerpt(plain))\""
    }
}

import AlamofireEncoders
import Foundation
import URLSerialization

/// The cost of Alamofire's encoders in this package: `URLEncoding` against a plain implementation of the same, and
/// `URLEncodedFormEncoder` against the core's conversion of a model to a query string.
enum EncoderMeasurement {
    private static let plain = "nested: plain URLEncoding"
    private static let urlEncoding = "nested: URLEncoding"
    private static let core = "model: QueryStringSerializer"
    private static let formEncoder = "model: URLEncodedFormEncoder"
    private static let tenThousand = "10,000 pairs: URLEncodedFormEncoder"
    private static let twiceThePairs = "20,000 pairs: URLEncodedFormEncoder"

    /// Measures the encoders.
    ///
    /// - Throws: ``BenchmarkError`` if `URLEncoding` and the plain implementation disagree.
    static func figures(_ timer: CallTimer, pairs: Int) throws -> [Figure] {
        let nested = Payload(.nested).parameters
        let model = Order.sample
        var request = URLRequest(url: URL(filePath: "/"))
        request.httpMethod = "POST"
        let base = request
        let texts = [pairs, pairs * 2].map { count in
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("name_\($0)", "value \($0)") })
        }
        try verify(base, nested)
        let (serializer, encoder) = (QueryStringSerializer(), URLEncodedFormEncoder())
        let calls: [NamedTimings.Call] = [
            (urlEncoding, { try URLEncoding.default.encode(base, with: nested).httpBody?.count ?? 0 }),
            (plain, { PlainURLEncoding.encode(base, with: nested).httpBody?.count ?? 0 }),
            (core, { try serializer.string(encoding: model).utf8.count }),
            (formEncoder, { try (encoder.encode(model) as String).utf8.count }),
            (tenThousand, { try (encoder.encode(texts[0]) as String).utf8.count }),
            (twiceThePairs, { try (encoder.encode(texts[1]) as String).utf8.count }),
        ]
        let timings = try NamedTimings(of: calls, timer: timer)
        return timings.figures + [
            Figure(
                "nested: times URLEncoding is faster than plain", timings[plain] / timings[urlEncoding], atLeast: 10),
            Figure("model: URLEncodedFormEncoder over the core", timings[formEncoder] / timings[core], atMost: 3),
            Figure("URLEncodedFormEncoder: for 10,000 pairs", timings[tenThousand] / 1e6, "ms", atMost: 30),
            Figure(
                "URLEncodedFormEncoder: time of twice the pairs", timings[twiceThePairs] / timings[tenThousand],
                atMost: 2.3),
        ]
    }

    private static func verify(_ request: URLRequest, _ parameters: [String: Any]) throws {
        let ours = try URLEncoding.default.encode(request, with: parameters).httpBody
        guard ours == PlainURLEncoding.encode(request, with: parameters).httpBody else {
            throw BenchmarkError.failure("nested: URLEncoding and the plain implementation differ")
        }
    }
}

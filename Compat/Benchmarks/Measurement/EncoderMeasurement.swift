import AlamofireEncoders
import Foundation
import URLSerialization

/// The cost of Alamofire's encoders in this package: `URLEncoding` against a plain implementation of the same, and
/// `URLEncodedFormEncoder` against the core's conversion of a model to a query string.
struct EncoderMeasurement: Encodable {
    /// Every encoder.
    let timings: NamedTimings

    private static let plain = "nested: plain URLEncoding"
    private static let urlEncoding = "nested: URLEncoding"
    private static let core = "model: QueryStringSerializer"
    private static let formEncoder = "model: URLEncodedFormEncoder"
    private static let pairs = "10,000 pairs: URLEncodedFormEncoder"
    private static let twiceThePairs = "20,000 pairs: URLEncodedFormEncoder"

    /// The speed of `URLEncoding` as a multiple of the plain implementation's.
    var timesPlain: Double { timings[Self.plain] / timings[Self.urlEncoding] }
    /// The time of `URLEncodedFormEncoder` over that of the core.
    var modelOverCore: Double { timings[Self.formEncoder] / timings[Self.core] }
    /// The time for 10,000 pairs, in milliseconds.
    var pairMilliseconds: Double { timings[Self.pairs] / 1e6 }
    /// The time for 20,000 pairs over that for 10,000.
    var doubling: Double { timings[Self.twiceThePairs] / timings[Self.pairs] }

    /// Measures the encoders.
    ///
    /// - Throws: ``BenchmarkError`` if `URLEncoding` and the plain implementation disagree.
    init(timer: CallTimer, pairs: Int = 10_000) throws {
        let nested = Payload(.nested).parameters
        let model = Order.sample
        var request = URLRequest(url: URL(filePath: "/"))
        request.httpMethod = "POST"
        let base = request
        let texts = [pairs, pairs * 2].map { count in
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("name_\($0)", "value \($0)") })
        }
        try Self.verify(base, nested)
        let (serializer, encoder) = (QueryStringSerializer(), URLEncodedFormEncoder())
        let calls: [NamedTimings.Call] = [
            (Self.urlEncoding, { try URLEncoding.default.encode(base, with: nested).httpBody?.count ?? 0 }),
            (Self.plain, { PlainURLEncoding.encode(base, with: nested).httpBody?.count ?? 0 }),
            (Self.core, { try serializer.string(encoding: model).utf8.count }),
            (Self.formEncoder, { try (encoder.encode(model) as String).utf8.count }),
            (Self.pairs, { try (encoder.encode(texts[0]) as String).utf8.count }),
            (Self.twiceThePairs, { try (encoder.encode(texts[1]) as String).utf8.count }),
        ]
        timings = try NamedTimings(of: calls, timer: timer)
    }

    private static func verify(_ request: URLRequest, _ parameters: [String: Any]) throws {
        let ours = try URLEncoding.default.encode(request, with: parameters).httpBody
        guard ours == PlainURLEncoding.encode(request, with: parameters).httpBody else {
            throw BenchmarkError.failure("nested: URLEncoding and the plain implementation differ")
        }
    }
}

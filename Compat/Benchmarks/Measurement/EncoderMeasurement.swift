import AlamofireCompat
import Foundation
import URLSerialization

/// What Alamofire's encoders cost in this package: `URLEncoding` beside a plain implementation of the same, and
/// `URLEncodedFormEncoder` beside the core's own way from a model to a query string.
struct EncoderMeasurement: Encodable {
    /// One encoder on one payload.
    struct Row: Encodable {
        /// What was encoded, and by what.
        let name: String
        /// The median time for a call, in nanoseconds.
        let nanoseconds: Double
        /// Half the distance between the quartiles of the rounds, as a share of the median.
        let spread: Double
        /// The size of the output.
        let bytes: Int
    }

    /// Every encoder.
    let rows: [Row]

    private static let plain = "nested: plain URLEncoding"
    private static let urlEncoding = "nested: URLEncoding"
    private static let core = "model: QueryStringSerializer"
    private static let formEncoder = "model: URLEncodedFormEncoder"
    private static let pairs = "10,000 pairs: URLEncodedFormEncoder"
    private static let twiceThePairs = "20,000 pairs: URLEncodedFormEncoder"

    /// How many times faster `URLEncoding` is than the plain implementation.
    var timesPlain: Double { nanoseconds(Self.plain) / nanoseconds(Self.urlEncoding) }
    /// The time of `URLEncodedFormEncoder` over that of the core.
    var modelOverCore: Double { nanoseconds(Self.formEncoder) / nanoseconds(Self.core) }
    /// The time for 10,000 pairs, in milliseconds.
    var pairMilliseconds: Double { nanoseconds(Self.pairs) / 1e6 }
    /// The time for 20,000 pairs over that for 10,000.
    var doubling: Double { nanoseconds(Self.twiceThePairs) / nanoseconds(Self.pairs) }

    /// Measures them.
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
        let calls: [(name: String, call: () throws -> Int)] = [
            (Self.urlEncoding, { try URLEncoding.default.encode(base, with: nested).httpBody?.count ?? 0 }),
            (Self.plain, { PlainURLEncoding.encode(base, with: nested).httpBody?.count ?? 0 }),
            (Self.core, { try serializer.string(encoding: model).utf8.count }),
            (Self.formEncoder, { try (encoder.encode(model) as String).utf8.count }),
            (Self.pairs, { try (encoder.encode(texts[0]) as String).utf8.count }),
            (Self.twiceThePairs, { try (encoder.encode(texts[1]) as String).utf8.count }),
        ]
        rows = zip(calls, try timer.timings(of: calls.map(\.call))).map { call, timing in
            Row(name: call.name, nanoseconds: timing.nanoseconds, spread: timing.spread, bytes: timing.outputBytes)
        }
    }

    private static func verify(_ request: URLRequest, _ parameters: [String: Any]) throws {
        let ours = try URLEncoding.default.encode(request, with: parameters).httpBody
        guard ours == PlainURLEncoding.encode(request, with: parameters).httpBody else {
            throw BenchmarkError.failure("nested: URLEncoding and the plain implementation differ")
        }
    }

    private func nanoseconds(_ name: String) -> Double {
        rows.first { $0.name == name }?.nanoseconds ?? .nan
    }
}

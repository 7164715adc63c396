import AlamofireEncoders
import Foundation
import URLSerialization

/// The growth of a query's cost with its length, a query's memory, and the cost of a request around a query.
enum QueryMeasurement {
    /// Measures arrays of up to `leaves` leaves.
    static func figures(_ timer: CallTimer, leaves: Int) throws -> [Figure] {
        try growth(timer, lengths: Array(sequence(first: 100) { $0 < leaves ? $0 * 10 : nil }))
            + requests(timer) + arrayMemory(leaves * 10)
    }

    private static func growth(_ timer: CallTimer, lengths: [Int]) throws -> [Figure] {
        let serializer = QueryStringSerializer()
        let timings = try timer.timings(
            of: lengths.map { count in
                let parameters = Payload.array(count)
                return ("an array of \(count): for a leaf", { try serializer.string(from: parameters).utf8.count })
            })
        let leaves = zip(lengths, timings).map { $1.nanoseconds / Double($0) }
        let (once, twice) = (Payload.wide(10_000), Payload.wide(20_000))
        let times = try timer.timings(of: [
            ("10,000 pairs", { try serializer.string(from: once).utf8.count }),
            ("20,000 pairs", { try serializer.string(from: twice).utf8.count }),
            ("10,000 members", { try Peer.json(from: once).count }),
            ("20,000 members", { try Peer.json(from: twice).count }),
        ]).map(\.nanoseconds)
        return zip(timings, leaves).map { Figure($0.name, $1, "ns") } + [
            Figure("wide: time of 20,000 pairs over 10,000", times[1] / times[0], atMost: 2.3),
            Figure("wide: time of JSON of 20,000 members over 10,000", times[3] / times[2], atMost: 2.3),
            Figure("arrays: dearest leaf over cheapest", (leaves.max() ?? 0) / (leaves.min() ?? 1), atMost: 1.2),
        ]
    }

    /// Measures requests compared with one made by hand.
    private static func requests(_ timer: CallTimer) throws -> [Figure] {
        let parameters = try Payload(.flat).parameters
        let serializer = HTTPRequestSerializer()
        let headers = serializer.configuration.headers.map { ($0.name, $0.value) }
        func request() -> URLRequest {
            var request = URLRequest(url: URL(filePath: "/"))
            request.httpMethod = "POST"
            return request
        }
        func byHand() -> URLRequest {
            var request = request()
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            return request
        }
        func serialized() throws -> URLRequest { try serializer.serialize(request(), with: parameters) }
        guard try byHand().allHTTPHeaderFields == serialized().allHTTPHeaderFields, headers.count == 2 else {
            throw BenchmarkError.failure("the request made by hand has other headers than the serialized one")
        }
        let base = URLRequest(url: URL(filePath: "/"))
        let timings = try timer.timings(of: [
            ("a URLRequest with three headers, by hand", { byHand().httpMethod?.utf8.count ?? 0 }),
            ("HTTPRequestSerializer()", { HTTPRequestSerializer().configuration.headers.count }),
            ("flat: the form's bytes", { try serializer.body(for: parameters, in: base)?.count ?? 0 }),
            ("flat: a URLRequest serialized", { try serialized().httpBody?.count ?? 0 }),
        ])
        let times = timings.map(\.nanoseconds)
        return timings.map(\.figure) + [
            Figure("HTTPRequestSerializer() over a URLRequest with three headers", times[1] / times[0], atMost: 0.1),
            Figure(
                "flat: request and serialize over that URLRequest and the query", times[3] / (times[0] + times[2]),
                atMost: 1.25),
        ]
    }

    /// Measures the memory that the query of a long array takes in a separate process.
    private static func arrayMemory(_ count: Int) throws -> [Figure] {
        let cost = try ProcessWork.array.cost(["\(count)"])
        // The limit is three times that of a query written straight from the array, which takes 46.5 MB for
        // a query of 22.9 MB.
        return [
            Figure(
                "an [Any] of \(count) doubles: memory taken over the size of its query",
                cost.memory.map { Double($0) / Double(cost.outputBytes) }, atMost: 6.1,
                detail: "query \(cost.outputBytes.mebibytes.text(1)) MiB")
        ]
    }

    /// Returns a closure that makes the query of an array of doubles.
    static func writingArray(_ count: Int) throws -> () throws -> Int {
        let serializer = QueryStringSerializer()
        // The first query of a process makes tables, whose memory must not count as the array's.
        _ = try serializer.string(from: ["values": [0.5] as [Any]])
        let parameters: [String: Any] = ["values": (0..<count).map { Double($0) + 0.25 } as [Any]]
        return { try serializer.string(from: parameters).utf8.count }
    }

    /// Measures Alamofire's encoders compared with the core's conversions of the same parameters.
    static func encoders(_ timer: CallTimer, pairs: Int) throws -> [Figure] {
        let (model, core, encoder) = (try Order.sample, QueryStringSerializer(), URLEncodedFormEncoder())
        let texts = [pairs, pairs * 2].map { count in
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("name_\($0)", "value \($0)") })
        }
        let timings = try timer.timings(of: [
            ("model: QueryStringSerializer", { try core.string(encoding: model).utf8.count }),
            ("model: URLEncodedFormEncoder", { try (encoder.encode(model) as String).utf8.count }),
            ("10,000 pairs: URLEncodedFormEncoder", { try (encoder.encode(texts[0]) as String).utf8.count }),
            ("20,000 pairs: URLEncodedFormEncoder", { try (encoder.encode(texts[1]) as String).utf8.count }),
        ])
        let times = timings.map(\.nanoseconds)
        return timings.map(\.figure) + [
            Figure("model: URLEncodedFormEncoder over the core", times[1] / times[0], atMost: 3),
            Figure("URLEncodedFormEncoder: for 10,000 pairs", times[2] / 1e6, "ms", atMost: 30),
            Figure("URLEncodedFormEncoder: time of twice the pairs", times[3] / times[2], atMost: 2.3),
        ]
    }
}

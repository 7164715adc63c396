import Foundation
import URLSerialization
import URLSerializationImages
import URLSerializationXML

/// The cost of validating responses, of compounds, and of refusing XML and images. Times are from the fastest round.
enum ResponseMeasurement {
    /// Measures with a small document, and with hostile bodies of a size.
    static func figures(_ timer: CallTimer, hostileBytes: Int) throws -> [Figure] {
        // Many short rounds make it more probable that one is undisturbed.
        let fine = CallTimer(rounds: timer.rounds * 20, batchNanoseconds: min(timer.batchNanoseconds, 500_000))
        let response = HTTPURLResponse(
            url: URL(filePath: "/"), statusCode: 200, httpVersion: "HTTP/1.1",
            headerFields: ["Content-Type": "application/json; charset=utf-8"])
        let body = Data(Document.records(4).utf8)
        let serializer = JSONResponseSerializer()
        let compound = CompoundResponseSerializer([.propertyList, .xmlParser, .image, .json, .data])
        let times = try fine.timings(of: [
            (
                "validation",
                {
                    try serializer.validate(response, data: body)
                    return 1
                }
            ),
            ("JSON", { (try serializer.decode(body, from: response) as? [Any])?.count ?? 0 }),
            ("compound", { (try compound.decode(body, from: response) as? [Any])?.count ?? 0 }),
        ]).map(\.fastest)
        let refusals = try Refusal.all(HostileBody.others(bytes: hostileBytes))
        return [
            Figure("responses: to validate one", times[0] / 1e3, "µs", atMost: 2),
            Figure("compound of five, one of the type, over that one", times[2] / times[1]),
        ] + refusals.map(\.figure) + [
            Figure("refusals: the slowest", refusals.slowest, "s", atMost: 1),
            Figure("refusals: most memory, over 4 × the size and 64 MiB", refusals.mostMemory, atMost: 1),
        ]
    }
}

/// The refusal of a hostile body.
struct Refusal {
    /// The name of the body's defect, as in the report.
    let name: String
    let bytes: Int
    let cost: ProcessCost

    var figure: Figure {
        let speed = "\(bytes) bytes, \((Double(bytes) / cost.nanoseconds * 1000).text(0)) MB/s"
        return Figure(
            "refused: \(name)", cost.nanoseconds / 1e6, "ms",
            detail: speed + (cost.memory.map { ", \($0.mebibytes.text(1)) MiB" } ?? ""))
    }

    /// Measures the refusal of each body, once.
    ///
    /// - Throws: ``BenchmarkError`` if a body is not refused.
    static func all(_ bodies: [HostileBody]) throws -> [Refusal] {
        try bodies.map { body in
            let cost = try ProcessCost.measure {
                let result = body.serializer.serializeErased(nil, data: body.data)
                guard result.object == nil, result.error != nil else {
                    throw BenchmarkError.failure("not refused: \(body.name)")
                }
                return 0
            }
            return Refusal(name: body.name, bytes: body.data.count, cost: cost)
        }
    }
}

extension [Refusal] {
    /// The time of the slowest in seconds.
    var slowest: Double? { map { $0.cost.nanoseconds / 1e9 }.max() }

    /// The most memory, divided by four times the body's size plus 64 MiB, or `nil` if the system does not report it.
    var mostMemory: Double? {
        let shares = compactMap { refusal in
            refusal.cost.memory.map { Double($0) / Double(4 * refusal.bytes + 64 << 20) }
        }
        return shares.count == count ? shares.max() : nil
    }
}

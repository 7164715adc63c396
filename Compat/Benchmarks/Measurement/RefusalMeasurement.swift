import TestSupport
import Foundation
import URLSerialization

/// The cost of refusing a hostile body.
struct RefusalMeasurement {
    /// The fault of the body.
    let name: String
    /// The body's size.
    let bytes: Int
    /// The time until it was refused, in nanoseconds.
    let nanoseconds: Double
    /// The greatest growth of the process's memory in the meantime, in bytes; `nil` if the system does not report it.
    let memory: Int?

    /// The time of the refusal.
    var figure: Figure {
        let speed = "\(bytes) bytes, \((Double(bytes) / nanoseconds * 1000).text(0)) MB/s"
        return Figure(
            "refused: \(name)", nanoseconds / 1e6, "ms",
            detail: speed + (memory.map { ", \($0.mebibytes.text(1)) MiB" } ?? ""))
    }

    /// Returns the figures of hostile bodies, whose memory is four times the body and 64 MiB at most.
    static func figures(_ bodies: [HostileBody]) throws -> [Figure] {
        let refusals = try all(bodies)
        let shares = refusals.compactMap { refusal in
            refusal.memory.map { Double($0) / Double(4 * refusal.bytes + 64 << 20) }
        }
        return refusals.map(\.figure) + [
            Figure("refusals: the slowest", refusals.map { $0.nanoseconds / 1e9 }.max(), "s", atMost: 1),
            Figure(
                "refusals: most memory, over 4 × the size and 64 MiB",
                shares.count == refusals.count ? shares.max() : nil, atMost: 1),
        ]
    }

    /// Measures the refusal of each body, once.
    ///
    /// - Throws: ``BenchmarkError`` if one is not.
    static func all(_ bodies: [HostileBody]) throws -> [RefusalMeasurement] {
        try bodies.map { body in
            let before = ProcessMemory.resident
            ProcessMemory.resetPeak()
            let start = DispatchTime.now().uptimeNanoseconds
            let result = body.serializer.serializeErased(nil, data: body.data)
            let end = DispatchTime.now().uptimeNanoseconds
            guard result.object == nil, result.error != nil else {
                throw BenchmarkError.failure("not refused: \(body.name)")
            }
            let memory = before.flatMap { before in ProcessMemory.peak.map { max(0, $0 - before) } }
            return RefusalMeasurement(
                name: body.name, bytes: body.data.count, nanoseconds: Double(end - start), memory: memory)
        }
    }
}

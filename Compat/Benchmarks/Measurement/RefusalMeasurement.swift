import TestSupport
import Foundation
import URLSerialization

/// The cost of refusing a hostile body.
struct RefusalMeasurement: Encodable {
    /// The fault of the body.
    let name: String
    /// The body's size.
    let bytes: Int
    /// The time until it was refused, in nanoseconds.
    let nanoseconds: Double
    /// The greatest growth of the process's memory in the meantime, in bytes; `nil` if the system does not report it.
    let memory: Int?

    /// The memory over the promised maximum: four times the body and 64 MiB.
    var memoryShare: Double? {
        memory.map { Double($0) / Double(4 * bytes + 64 << 20) }
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

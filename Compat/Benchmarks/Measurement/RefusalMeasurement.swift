import TestSupport
import Foundation
import URLSerialization

/// What it takes to refuse a hostile body.
struct RefusalMeasurement: Encodable {
    /// What is wrong with the body.
    let name: String
    /// The body's size.
    let bytes: Int
    /// The time until it was refused, in nanoseconds.
    let nanoseconds: Double
    /// By how much the process's memory grew at most meanwhile; nil where the system does not tell.
    let memory: Int?

    /// The memory over what is promised: four times the body and 64 MiB.
    var memoryShare: Double? {
        memory.map { Double($0) / Double(4 * bytes + 64 << 20) }
    }

    /// Has each body refused, once.
    ///
    /// - Throws: ``BenchmarkError`` if one is not.
    static func all(bytes: Int) throws -> [RefusalMeasurement] {
        try HostileBody.all(bytes: bytes).map { body in
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

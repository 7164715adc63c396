import TestSupport
import URLSerialization

/// The resources of this process, as reported by Linux; `nil` elsewhere.
enum Footprint {
    /// The number of open descriptors, except for the one used to count them.
    static var descriptors: Int? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { $0.count - 1 }
    }

    static var threads: Int? { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count }

    /// The lengths in bytes of open files without a name.
    static var namelessFiles: [UInt64] {
        let files = FileManager.default
        let numbers = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return numbers.compactMap { number in
            let path = "/proc/self/fd/\(number)"
            guard let target = try? files.destinationOfSymbolicLink(atPath: path),
                target.contains("/URLSerializationSession-"), target.hasSuffix("(deleted)"),
                let handle = FileHandle(forReadingAtPath: path)
            else { return nil }
            defer { try? handle.close() }
            return try? handle.seekToEnd()
        }
    }

    /// The memory in use, in bytes, without what the allocator keeps for later.
    static var memory: Int? {
        if let symbol = dlsym(nil, "malloc_trim") {
            _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
        }
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * 4096 } : nil
    }

    /// Returns a bound for memory.
    static func limit(_ bytes: Int) -> Int { ProcessMemory.isSanitized ? bytes * 10 : bytes }
}

import Foundation

/// What a process holds, as Linux says; nil elsewhere.
enum Footprint {
    /// Open descriptors, but for the one that they are counted with.
    static var descriptors: Int? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { $0.count - 1 }
    }

    /// Open files that have no name any more, and their lengths in bytes.
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

    /// Memory in use, in bytes.
    static var memory: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * 4096 } : nil
    }

    /// A bound for memory. ThreadSanitizer keeps several times as much as is used.
    static func limit(_ bytes: Int) -> Int { dlsym(nil, "__tsan_init") == nil ? bytes : bytes * 10 }
}

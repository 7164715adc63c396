import Foundation

/// The memory of this process in bytes, by `/proc`; `nil` where there is none.
package enum ProcessMemory {
    /// Whether ThreadSanitizer watches this process, which makes it many times slower and larger.
    package static var isSanitized: Bool { dlsym(nil, "__tsan_init") != nil }

    /// The bytes in memory now.
    package static var resident: Int? { field("VmRSS:") }
    /// The greatest number of bytes in memory since ``resetPeak()``.
    package static var peak: Int? { field("VmHWM:") }

    package static func resetPeak() {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
        try? file.write(contentsOf: Data("5".utf8))
        try? file.close()
    }

    private static func field(_ name: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return nil }
        return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first.map { $0 * 1024 }
    }
}

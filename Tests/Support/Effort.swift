import Foundation

/// The number of random inputs that tests try. `EFFORT=10 swift test` tries ten times as many as `swift test`.
package enum Effort {
    package static let factor = Int(ProcessInfo.processInfo.environment["EFFORT"] ?? "") ?? 1

    /// Returns the number of tries that corresponds to `count` of them in `swift test`.
    package static func times(_ count: Int) -> Int { count * factor }
}

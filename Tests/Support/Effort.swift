import Foundation

/// The number of inputs that tests try. `EFFORT=10 swift test` tries ten times as many as an effort of one.
package enum Effort {
    package static let factor = Int(ProcessInfo.processInfo.environment["EFFORT"] ?? "") ?? 1

    /// Returns the number of tries that corresponds to `count` of them with an effort of one. `swift test` tries
    /// `quick`: a regression fails in those, and rare inputs are for longer searches.
    package static func times(_ count: Int, quick: Int? = nil) -> Int { factor == 1 ? quick ?? count : count * factor }

    /// Returns the size of an input that does not grow with the effort, a smaller one in `swift test`.
    package static func size(_ size: Int, quick: Int) -> Int { factor == 1 ? quick : size }

    /// Returns all elements with more effort, and every `step`th in `swift test`, from `first` on.
    package static func sample<Element>(_ elements: [Element], every step: Int, from first: Int = 0) -> [Element] {
        factor == 1 ? stride(from: first % step, to: elements.count, by: step).map { elements[$0] } : elements
    }
}

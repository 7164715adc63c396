import Foundation

/// A measured figure, and the limit that the library promises for it.
struct Figure: Codable {
    /// The side of the limit on which the figure must be.
    enum Bound: String, Codable {
        case atLeast = "≥"
        case atMost = "≤"
    }

    let name: String
    /// The figure; `nil` if it could not be measured, which counts as missed.
    var value: Double?
    let unit: String
    let bound: Bound?
    let limit: Double?
    /// Further figures, for readers.
    let detail: String

    /// Creates a figure with at most one limit.
    init(
        _ name: String, _ value: Double?, _ unit: String = "", atLeast: Double? = nil, atMost: Double? = nil,
        detail: String = ""
    ) {
        (self.name, self.value, self.unit, self.detail) = (name, value, unit, detail)
        bound = atLeast != nil ? .atLeast : atMost != nil ? .atMost : nil
        limit = atLeast ?? atMost
    }

    /// Returns whether the promise is kept, or none is made.
    ///
    /// - Parameter tolerance: The share of the limit by which the figure may fall short.
    func isMet(tolerance: Double = 0) -> Bool {
        guard let bound, let limit else { return true }
        guard let value else { return false }
        return bound == .atLeast ? value >= limit * (1 - tolerance) : value <= limit * (1 + tolerance)
    }
}

extension [Double] {
    /// The median.
    var median: Double { sorted()[count / 2] }
}

extension Double {
    /// The number with a fixed number of decimals.
    func text(_ decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
}

extension Int {
    /// A number of bytes in mebibytes.
    var mebibytes: Double { Double(self) / Double(1 << 20) }
}

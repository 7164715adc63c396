import URLSerialization

/// Random parameters for every test that wants some. A test sets the weights by what its writers and readers support:
/// what a list names twice is made twice as often.
package struct RandomParameters: Sendable {
    package typealias Text = @Sendable (inout SeededGenerator) -> String

    /// The kinds of leaves. An unsigned integer is beyond the signed ones.
    package enum Leaf: CaseIterable, Sendable {
        case null, bool, int, uint, double, float, decimal, string, date, data, url
    }

    package enum Collection: Sendable {
        case array, set, dictionary
        /// An array of leaves.
        case list
        /// A set of texts.
        case texts
        /// An array of leaves of one kind.
        case column
        /// An array of dictionaries whose first key is the same.
        case rows
    }

    package var leaves: [Leaf]
    package var collections: [Collection]
    /// The share of values above the greatest depth that are collections.
    package var nesting = 0.5
    package var counts = Array(0...5)
    /// The leaves of lists and their counts, `nil` for those of other collections.
    package var listLeaves: [Leaf]?
    package var listCounts: [Int]?
    package var keys: Text = { $0.text(scalars: $0.int(1...8), of: [.letters]) }
    package var strings: Text = { $0.text(scalars: $0.int(0...8), of: Script.allCases) }
    package var doubles = DoubleSample.allCases
    package var urls: [URL]
    /// In seconds since 1970.
    package var dates = -7_500_000_000...31_000_000_000
    package var areSecondsWhole = false

    package init(
        leaves: [Leaf] = Leaf.allCases, collections: [Collection] = [.array, .set, .dictionary, .dictionary]
    ) {
        (self.leaves, self.collections) = (leaves, collections)
        urls = [
            URL(string: "https://example.com/a/b?c=d&e=%20#f"), URL(string: "relative/path"),
            URL(string: "../up", relativeTo: URL(string: "http://a/b/c/")), URL(fileURLWithPath: "/x y"),
        ].compactMap { $0 }
    }

    // MARK: - Collections

    /// Returns a dictionary with collections nested to a depth, itself the first level.
    package func dictionary(depth: Int = 4, using generator: inout SeededGenerator) -> ParameterValue {
        collection(.dictionary, depth: depth, using: &generator)
    }

    /// Returns a collection of any kind, nested to a depth, itself the first level.
    package func collection(depth: Int = 4, using generator: inout SeededGenerator) -> ParameterValue {
        collection(generator.element(of: collections), depth: depth, using: &generator)
    }

    /// Returns a leaf, or a collection nested to a depth.
    package func value(depth: Int, using generator: inout SeededGenerator) -> ParameterValue {
        guard depth > 0, Double.random(in: 0..<1, using: &generator) < nesting else { return leaf(using: &generator) }
        return collection(depth: depth, using: &generator)
    }

    private func collection(
        _ kind: Collection, depth: Int, using generator: inout SeededGenerator
    ) -> ParameterValue {
        let count = generator.element(of: counts)
        switch kind {
        case .array: return .array((0..<count).map { _ in value(depth: depth - 1, using: &generator) })
        case .set: return .set(Set((0..<count).map { _ in value(depth: depth - 1, using: &generator) }))
        case .dictionary:
            return .dictionary(
                ParameterDictionary(
                    (0..<count).map { _ in (keys(&generator), value(depth: depth - 1, using: &generator)) }))
        case .list:
            let count = listCounts.map { generator.element(of: $0) } ?? count
            return .array((0..<count).map { _ in leaf(generator.element(of: listLeaves ?? leaves), using: &generator) })
        case .texts: return .set(Set((0..<count).map { _ in .string(strings(&generator)) }))
        case .column:
            let kind = generator.element(of: leaves)
            return .array((0..<count).map { _ in leaf(kind, using: &generator) })
        case .rows:
            return .array(
                (0..<count).map { row in
                    var entries: ParameterDictionary = [" id": .int(Int64(row))]
                    guard case .dictionary(let more) = dictionary(depth: depth - 1, using: &generator) else {
                        return .dictionary(entries)
                    }
                    for (key, value) in more { entries[key] = value }
                    return .dictionary(entries)
                })
        }
    }

    // MARK: - Leaves

    private func leaf(using generator: inout SeededGenerator) -> ParameterValue {
        leaf(generator.element(of: leaves), using: &generator)
    }

    private func leaf(_ kind: Leaf, using generator: inout SeededGenerator) -> ParameterValue {
        switch kind {
        case .null: return .null
        case .bool: return .bool(generator.oneIn(2))
        case .int: return .int(Int64(truncatingIfNeeded: bits(using: &generator)))
        case .uint: return .uint(bits(using: &generator) | 1 << 63)
        case .double: return .double(generator.element(of: doubles).value(using: &generator).finite)
        case .float:
            let number =
                generator.oneIn(2)
                ? Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
                : Float(generator.element(of: doubles).value(using: &generator))
            return .float(number.finite)
        case .decimal: return .decimal(decimal(using: &generator))
        case .string: return .string(strings(&generator))
        case .date:
            let fraction = areSecondsWhole ? 0 : Double(generator.int(0...7)) / 8
            return .date(Date(timeIntervalSince1970: Double(generator.int(dates)) + fraction))
        case .data: return .data(Data((0..<generator.int(0...20)).map { _ in UInt8(generator.int(0...255)) }))
        case .url: return .url(generator.element(of: urls))
        }
    }

    /// Returns a number of any size, at times one at an edge of a type: a power of two or its neighbor.
    private func bits(using generator: inout SeededGenerator) -> UInt64 {
        let power = 1 << UInt64(generator.int(0...63)) as UInt64
        if generator.oneIn(4) { return generator.element(of: [power - 1, power, power + 1, ~power]) }
        let width = generator.int(1...generator.element(of: [7, 8, 15, 16, 31, 32, 63, 64]))
        return UInt64(bitPattern: Int64(bitPattern: generator.next()) >> Int64(64 - width))
    }

    private func decimal(using generator: inout SeededGenerator) -> Decimal {
        let digits = Decimal(generator.next() >> UInt64(generator.int(0...63)))
        let exponent = generator.oneIn(4) ? generator.int(-128...127) : generator.int(-20...10)
        let value = Decimal(sign: generator.oneIn(2) ? .plus : .minus, exponent: exponent, significand: digits)
        return value.isFinite ? value : 0
    }
}

extension BinaryFloatingPoint {
    /// The value, or negative zero for one that is not a number.
    fileprivate var finite: Self { isFinite ? self : -0.0 }
}

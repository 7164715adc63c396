/// SplitMix64: for one seed the same numbers on every run and system, so that a failure can be repeated.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator whose numbers the seed determines.
    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Returns a number in a range.
    package mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// Returns true once in `count` times on average.
    package mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }

    package mutating func element<Element>(of elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }
}

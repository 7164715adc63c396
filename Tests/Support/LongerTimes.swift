/// The length of a second in a test with times, longer at each try: 1, 2, 4 … 64. A busy machine is too late for one of
/// them, and hardly for the next.
package struct LongerTimes: Sequence {
    package init() {}

    package func makeIterator() -> some IteratorProtocol<Double> { (0...6).lazy.map { Double(1 << $0) }.makeIterator() }
}

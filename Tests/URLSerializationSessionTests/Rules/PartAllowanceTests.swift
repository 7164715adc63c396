import Testing

@testable import URLSerializationSession

@Suite struct PartAllowanceTests {
    /// Returns the number of parts requested before the end, at most a million.
    private func parts(_ received: (Int64) -> Int64, of total: Int64) -> Int {
        var (allowance, missing, count) = (PartAllowance(), total, 1)
        while count < 1_000_000 {
            let part = received(missing)
            guard part < missing else { return count }
            guard allowance.admitsAnother(afterReceiving: part, of: missing) else { return -count }
            missing -= part
            count += 1
        }
        return count
    }

    @Test(
        arguments: [
            (10, 4, 3), (1, 1, 1), (100, 1, 100), (1_000_000, 10_000, 100), (100 << 20, 1 << 20, 100),
            (9_000 << 20, 1 << 20, 9_000), (20_000 << 20, 1 << 20, -10_000), (1_000_000, 5_000, -16), (1 << 62, 1, -16),
            (.max, .max, 1), (.max, .max - 1, 2), (1 << 62, 0, -16), (5, 0, -16),
        ] as [(Int64, Int64, Int)])
    func partsOfALengthAreAskedForSoOften(total: Int64, received: Int64, expected: Int) {
        #expect(parts({ min(received, $0) }, of: total) == expected)
    }

    @Test func aHundredthOfWhatIsMissingIsNeverTooLittle() {
        let count = parts({ max(1, ($0 + 99) / 100) }, of: 1 << 60)
        #expect((100...4_000).contains(count))
    }
}

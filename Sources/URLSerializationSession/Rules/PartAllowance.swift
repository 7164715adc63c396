/// The number of answers in which a server may deliver the rest of one file.
///
/// A server may answer a request for the rest with only a part of it (RFC 9110, section 15.3.7); the remainder is then
/// requested again. An answer is small if it brings less than 1 MiB and less than a hundredth of the missing bytes.
///
/// | bytes missing | bytes in an answer | small |
/// |---|---|---|
/// | 10 | 4 | no |
/// | 1,000,000 | 10,000 | no |
/// | 1,000,000 | 9,999 | yes |
/// | 2⁶² | 1 MiB | no |
/// | 2⁶² | 1 | yes |
struct PartAllowance: Hashable, Sendable {
    /// The number of answers for one download, retries included.
    static let mostParts = 10_000
    /// The number of small answers among them.
    static let mostSmallParts = 16

    private var parts = 0
    private var smallParts = 0

    /// Counts an answer that did not bring all missing bytes.
    ///
    /// - Parameters:
    ///   - received: The number of bytes in the answer.
    ///   - missing: The number of bytes that were missing before it.
    /// - Returns: Whether the remainder may be requested.
    mutating func admitsAnother(afterReceiving received: Int64, of missing: Int64) -> Bool {
        parts += 1
        if received < 1 << 20, received < missing / 100 || received == 0 { smallParts += 1 }
        return parts < Self.mostParts && smallParts < Self.mostSmallParts
    }
}

import Foundation
import Testing

/// Random walks, with data: events come in any order, and effects are performed late, as while another thread performs
/// them. `WALKS` sets the number of walks, 4,000 by default.
@Suite struct RequestMachineWalkTests {
    private static let count = ProcessInfo.processInfo.environment["WALKS"].flatMap(Int.init) ?? 4_000

    /// The reports that an engine still makes of a transfer that was abandoned without another leg, by the state. No
    /// other report about the current leg is dropped.
    private static let late = Set(
        ["awaitingDecision", "consulting", "holding", "serializing"].flatMap { state in
            ["ended", "expired", "head", "received", "unused"].map { "\(state): \($0)" }
        } + ["transferring: unused"])

    @Test(arguments: [true, false]) func walksEndOnceAndKeepTheData(isBodyRepeatable: Bool) {
        var state: UInt64 = isBodyRepeatable ? 1 : 2
        var (breaches, answers, unended): (Set<String>, Int, Int) = ([], 0, 0)
        var dropped: Set<String> = []
        for number in 0..<Self.count / 2 {
            let bytes = (0..<200).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            var walk = MachineWalk(Program(bytes), isBodyRepeatable: isBodyRepeatable)
            walk.findsDropped = number.isMultiple(of: 16)
            walk.walk()
            if walk.ends != 1 { unended += 1 }
            if !isBodyRepeatable, walk.bodies > 1 { breaches.insert("a body sent twice") }
            breaches.formUnion(walk.breaches)
            dropped.formUnion(walk.dropped)
            answers += walk.hasAnswer ? 1 : 0
        }
        #expect(breaches.isEmpty, "\(breaches)")
        #expect(unended == 0, "\(unended)")
        #expect(dropped.subtracting(Self.late) == [])
        #expect(!dropped.isEmpty)
        #expect(answers > Self.count / 50, "\(answers)")
    }
}

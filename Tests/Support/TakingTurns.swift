import Foundation
import Testing

/// Tests that compute for long take turns, as many at a time as there are processors.
///
/// Otherwise all of them stand in the queue of Swift's threads at once, and a test that waits for an event waits behind
/// them at each `await`.
package struct TakingTurns: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Turns.all.begin()
        do {
            try await function()
        } catch {
            await Turns.all.end()
            throw error
        }
        await Turns.all.end()
    }
}

extension Trait where Self == TakingTurns {
    package static var takingTurns: Self { Self() }
}

private actor Turns {
    static let all = Turns()
    private var free = ProcessInfo.processInfo.activeProcessorCount
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

import Foundation

/// The processor time of the calling thread, which waiting for a processor does not lengthen.
package enum ProcessorTime {
    /// Returns the processor time that a synchronous call takes.
    package static func measure(_ body: () throws -> Void) rethrows -> Duration {
        let start = now
        try body()
        return now - start
    }

    /// Returns the least processor time of three calls: caches and other work disturb some of them.
    package static func leastOf3(_ body: () throws -> Void) rethrows -> Duration {
        try min(measure(body), measure(body), measure(body))
    }

    /// Returns a limit of processor time, which ThreadSanitizer makes twenty times as long.
    package static func limit(_ seconds: Double) -> Duration {
        .seconds(ProcessMemory.isSanitized ? 20 * seconds : seconds)
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

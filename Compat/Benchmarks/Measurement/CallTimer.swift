import Dispatch

/// The timer of several calls side by side.
///
/// Each call is first repeated, unmeasured, until a batch of repetitions takes about ``batchNanoseconds``. That warms
/// caches and lazily made tables, and determines the size of the batch. Then come the rounds. In a round every call
/// runs one batch, beginning with a different call in each round, so that a temporary slowdown of the machine affects
/// all of them. A call's figure is the median over the rounds of its batch's time divided by the batch's size.
struct CallTimer {
    /// The measured times of one call.
    struct Timing: Encodable {
        /// The median over the rounds of the time for a call, in nanoseconds.
        let nanoseconds: Double
        /// The least time over the rounds, in nanoseconds. It is better than the median for subtracting two timings,
        /// since disturbances only add to a round.
        let fastest: Double
        /// Half the distance between the quartiles of the rounds, as a share of the median.
        let spread: Double
        /// The size of the output in bytes.
        let outputBytes: Int
    }

    /// The number of rounds for each median.
    let rounds: Int
    /// The target duration of a batch, in nanoseconds.
    let batchNanoseconds: Double

    /// Times the calls, and returns the timings in the order of the calls.
    func timings(of calls: [() throws -> Int]) throws -> [Timing] {
        let sizes = try calls.map(batchSize)
        let outputs = try calls.map { try $0() }
        var samples = calls.map { _ in [Double]() }
        for round in 0..<rounds {
            for step in calls.indices {
                let index = (round + step) % calls.count
                let elapsed = try time(calls[index], repetitions: sizes[index])
                samples[index].append(elapsed / Double(sizes[index]))
            }
        }
        return zip(samples, outputs).map { samples, output in
            let sorted = samples.sorted()
            let median = quantile(0.5, of: sorted)
            let spread = (quantile(0.75, of: sorted) - quantile(0.25, of: sorted)) / 2 / median
            return Timing(nanoseconds: median, fastest: sorted[0], spread: spread, outputBytes: output)
        }
    }

    /// Returns the number of repetitions that fill a batch.
    private func batchSize(of call: () throws -> Int) throws -> Int {
        var repetitions = 1
        while true {
            let elapsed = max(1, try time(call, repetitions: repetitions))
            if elapsed >= batchNanoseconds / 2 {
                return max(1, Int(Double(repetitions) * batchNanoseconds / elapsed))
            }
            repetitions *= 2
        }
    }

    private func time(_ call: () throws -> Int, repetitions: Int) throws -> Double {
        var bytes = 0
        let start = DispatchTime.now().uptimeNanoseconds
        for _ in 0..<repetitions { bytes &+= try call() }
        let end = DispatchTime.now().uptimeNanoseconds
        OutputSink.consume(bytes)
        return Double(end - start)
    }

    /// Returns a quantile of sorted samples, interpolated between the two nearest.
    private func quantile(_ share: Double, of sorted: [Double]) -> Double {
        let position = share * Double(sorted.count - 1)
        let lower = Int(position)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
    }
}

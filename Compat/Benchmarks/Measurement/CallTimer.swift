import Dispatch

/// Times several calls side by side.
///
/// Each call is first repeated, unmeasured, until a batch of repetitions takes about ``batchNanoseconds``: that warms
/// caches and lazily made tables, and finds the size of the batch. Then come the rounds. In a round every call runs
/// one batch, the first one another in each round, so that whatever slows the machine down for a while slows all of
/// them. A call's figure is the median over the rounds of its batch's time divided by the batch's size.
struct CallTimer {
    /// What one call took.
    struct Timing: Encodable {
        /// The median over the rounds of the time for a call, in nanoseconds.
        let nanoseconds: Double
        /// The least over the rounds. Where two timings are subtracted it tells more than the medians: whatever disturbs
        /// a round adds to it.
        let fastest: Double
        /// Half the distance between the quartiles of the rounds, as a share of the median.
        let spread: Double
        /// The size of the output in bytes.
        let outputBytes: Int
    }

    /// How many rounds the medians are taken of.
    let rounds: Int
    /// How long a batch should take.
    let batchNanoseconds: Double

    /// Times the calls; the timings are in the order of the calls.
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

    /// The number of repetitions that fill a batch.
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

    /// A quantile of sorted samples, between the two nearest where it falls between them.
    private func quantile(_ share: Double, of sorted: [Double]) -> Double {
        let position = share * Double(sorted.count - 1)
        let lower = Int(position)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
    }
}

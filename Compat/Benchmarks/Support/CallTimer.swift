import Dispatch

/// The timer of several calls side by side.
///
/// Each call is first repeated, unmeasured, until a batch of repetitions takes about ``batchNanoseconds``. That warms
/// caches and lazily made tables, and determines the size of the batch. Then come the rounds. In a round every call
/// runs one batch, beginning with a different call in each round, so that a temporary slowdown of the machine affects
/// all of them. A call's figure is the median over the rounds of its batch's time divided by the batch's size.
struct CallTimer {
    /// A call that returns the size of its output in bytes, and its name.
    ///
    /// The returned number is computed from the output and added up where the compiler must assume that it is used,
    /// which prevents the call from being optimized away.
    typealias Call = (name: String, call: () throws -> Int)

    /// The measured times of one call.
    struct Timing {
        let name: String
        /// The median over the rounds of the time for a call, in nanoseconds.
        let nanoseconds: Double
        /// The least time over the rounds, in nanoseconds. It is better than the median for short calls, since
        /// disturbances only add to a round.
        let fastest: Double
        /// Half the distance between the quartiles of the rounds, as a share of the median.
        let spread: Double
        /// The size of the output in bytes.
        let outputBytes: Int

        var figure: Figure {
            let speed = (Double(outputBytes) / nanoseconds * 1000).text(0)
            return Figure(
                name, nanoseconds, "ns", detail: "±\((spread * 100).text(1)) %, \(outputBytes) bytes, \(speed) MB/s")
        }
    }

    /// The number of rounds for each median.
    let rounds: Int
    /// The target duration of a batch, in nanoseconds.
    let batchNanoseconds: Double

    /// Times the calls, and returns the timings in the order of the calls.
    func timings(of calls: [Call]) throws -> [Timing] {
        let sizes = try calls.map { try batchSize(of: $0.call) }
        let samples = try inTurns(
            rounds,
            calls.indices.map { index in
                { try time(calls[index].call, repetitions: sizes[index]) / Double(sizes[index]) }
            })
        return try zip(calls, samples).map { call, samples in
            let sorted = samples.sorted()
            let (median, quarter) = (sorted.median, sorted.count / 4)
            return Timing(
                name: call.name, nanoseconds: median, fastest: sorted[0],
                spread: (sorted[sorted.count - 1 - quarter] - sorted[quarter]) / 2 / median,
                outputBytes: try call.call())
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
        consume(bytes)
        return Double(end - start)
    }
}

/// Consumes a size, so that the compiler must assume that it is used.
///
/// The comparison can only succeed for a size that no run reaches, which the compiler cannot know.
@inline(never)
func consume(_ bytes: Int) {
    if bytes == .min { print("negative output") }
}

/// Returns the results of closures called in turns, each round beginning with a different one.
func inTurns<Result>(_ rounds: Int, _ works: [() throws -> Result]) throws -> [[Result]] {
    var results = works.map { _ in [Result]() }
    for round in 0..<rounds {
        for step in works.indices {
            let index = (round + step) % works.count
            results[index].append(try works[index]())
        }
    }
    return results
}

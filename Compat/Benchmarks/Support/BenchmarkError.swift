/// The reason why a benchmark run stopped.
struct BenchmarkError: Error {
    /// One line for the reader of standard error.
    let message: String
    /// 1 if the outputs or the measurement are wrong, 2 if the command line is.
    let exitCode: Int32

    /// Returns the error of an invalid command line.
    static func usage(_ message: String) -> BenchmarkError {
        BenchmarkError(message: message + " (--help lists the options)", exitCode: 2)
    }

    /// Returns the error of peers that disagree, or of a measurement that could not be made.
    static func failure(_ message: String) -> BenchmarkError {
        BenchmarkError(message: message, exitCode: 1)
    }
}

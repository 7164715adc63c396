/// Why a benchmark run stopped.
struct BenchmarkError: Error {
    /// One line for the reader of standard error.
    let message: String
    /// 1 where the outputs or the measurement are wrong, 2 where the command line is.
    let exitCode: Int32

    /// The command line cannot be understood or obeyed.
    static func usage(_ message: String) -> BenchmarkError {
        BenchmarkError(message: message + " (--help lists the options)", exitCode: 2)
    }

    /// Peers disagree, or a measurement could not be made.
    static func failure(_ message: String) -> BenchmarkError {
        BenchmarkError(message: message, exitCode: 1)
    }
}

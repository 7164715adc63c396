import Foundation

do {
    let options = try BenchmarkOptions(arguments: Array(CommandLine.arguments.dropFirst()))
    exit(try BenchmarkCommand(options: options).run())
} catch let error as BenchmarkError {
    FileHandle.standardError.write(Data("serialization-benchmarks: \(error.message)\n".utf8))
    exit(error.exitCode)
}

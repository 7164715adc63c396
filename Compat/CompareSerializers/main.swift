import Foundation
import SerializerComparison

// A file that may not grow further is an error of the write.
signal(SIGXFSZ, SIG_IGN)
exit(Tool(environment: ProcessInfo.processInfo.environment).run(Array(CommandLine.arguments.dropFirst())))

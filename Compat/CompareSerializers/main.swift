import Foundation
import SerializerComparison

exit(Tool(environment: ProcessInfo.processInfo.environment).run(Array(CommandLine.arguments.dropFirst())))

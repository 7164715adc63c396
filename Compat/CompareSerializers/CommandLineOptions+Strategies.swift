import SerializerComparison

extension CommandLineOptions {
    /// The options that choose how senders are used, each named for what it is about.
    static var strategyOptions: [String: (inout CommandLineOptions, String) throws -> Void] {
        [
            "--array": { $0.strategies.arrayKeys = try choice($1, of: "--array") },
            "--bool": { $0.strategies.booleans = try choice($1, of: "--bool") },
            "--data": { $0.strategies.bytes = try choice($1, of: "--data") },
            "--date": { $0.strategies.dates = try choice($1, of: "--date") },
            "--destination": { $0.strategies.destination = try choice($1, of: "--destination") },
            "--key": { $0.strategies.keys = try choice($1, of: "--key") },
            "--key-path": { $0.strategies.keyPaths = try choice($1, of: "--key-path") },
            "--nil": { $0.strategies.nulls = try choice($1, of: "--nil") },
            "--space": { $0.strategies.spaces = try choice($1, of: "--space") },
        ]
    }
}

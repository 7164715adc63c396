/// An error that ends the tool: one line for standard error.
struct ToolError: Error, Equatable {
    /// The unusable file; `nil` for the command line.
    var file: String?
    /// The line of the file, counted from 1.
    var line: Int?
    let reason: String

    init(file: String? = nil, line: Int? = nil, _ reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// The line: `compare-serializers: order.json:3: …`.
    var message: String {
        let place = file.map { $0 + (line.map { ":\($0)" } ?? "") + ": " } ?? ""
        return "compare-serializers: \(place)\(reason)"
    }
}

/// The reason for which a payload cannot be used: a sentence without its full stop, and the line where there is one.
public struct PayloadError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line, counted from 1; nil for binary formats and for what concerns the whole.
    public let line: Int?
    /// The reason.
    public let reason: String

    /// An error.
    public init(line: Int? = nil, reason: String) {
        self.line = line
        self.reason = reason
    }

    /// The line where it is known, and the reason.
    public var description: String {
        line.map { "line \($0): \(reason)" } ?? reason
    }
}

import URLSerialization

/// An error of a payload that cannot be used: a sentence without its full stop, and the line, if known.
public struct PayloadError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
    /// The line, counted from 1; `nil` for binary formats and for problems of the whole payload.
    public let line: Int?
    /// The reason, in a sentence without its full stop.
    public let reason: String

    /// Creates an error in a line, or in the whole payload for `nil`.
    public init(line: Int? = nil, reason: String) { (self.line, self.reason) = (line, reason) }

    /// The line, if known, and the reason.
    public var description: String { line.map { "line \($0): \(reason)" } ?? reason }

    /// The line and the reason, as in ``description``.
    public var errorDescription: String? { description }
}

import URLSerialization

/// An error of a payload that cannot be used: a sentence without its full stop, and the line, if known.
public struct PayloadError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
    /// The line, counted from 1; `nil` for binary formats and for problems of the whole payload.
    public let line: Int?
    /// The column in JSON, in Unicode scalars counted from 1. For bytes that are not UTF-8 it is the column of the
    /// first such byte.
    package let column: Int?
    /// The reason, in a sentence without its full stop.
    public let reason: String

    /// Creates an error in a line, or in the whole payload for `nil`.
    public init(line: Int? = nil, reason: String) { self.init(line: line, column: nil, reason: reason) }

    package init(line: Int?, column: Int?, reason: String) {
        (self.line, self.column, self.reason) = (line, column, reason)
    }

    /// The line and the column, if known, and the reason.
    public var description: String {
        line.map { "line \($0)" + (column.map { ", column \($0)" } ?? "") + ": \(reason)" } ?? reason
    }

    /// The place and the reason, as in ``description``.
    public var errorDescription: String? { description }
}

import URLSerialization

/// The reason for which a payload cannot be used: a sentence without its full stop, and the line where there is one.
public struct PayloadError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
    /// The line, counted from 1; nil for binary formats and for what concerns the whole.
    public let line: Int?
    /// In JSON the Unicode scalar within the line, counted from 1; where bytes are not UTF-8, the first of them.
    package let column: Int?
    /// The reason.
    public let reason: String

    /// An error.
    public init(line: Int? = nil, reason: String) { self.init(line: line, column: nil, reason: reason) }

    package init(line: Int?, column: Int?, reason: String) {
        (self.line, self.column, self.reason) = (line, column, reason)
    }

    /// The line and the column where they are known, and the reason.
    public var description: String {
        line.map { "line \($0)" + (column.map { ", column \($0)" } ?? "") + ": \(reason)" } ?? reason
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

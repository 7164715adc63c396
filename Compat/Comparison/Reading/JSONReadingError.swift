import URLSerialization

/// The first place at which a text is not JSON.
package struct JSONReadingError: Error, Equatable, Sendable, CustomStringConvertible, LocalizedError {
    /// The line, counted from 1.
    package let line: Int
    /// The Unicode scalar within the line, counted from 1; where bytes are not UTF-8, the first of them.
    package let column: Int
    /// The reason, without a full stop.
    package let reason: String

    /// The place and the reason.
    package var description: String { "line \(line), column \(column): \(reason)" }
    /// The same as ``description``.
    package var errorDescription: String? { description }
}

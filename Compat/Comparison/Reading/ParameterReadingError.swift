import URLSerialization

/// A part of a JSON value that does not stand for parameters.
package struct ParameterReadingError: Error, Equatable, Sendable, CustomStringConvertible, LocalizedError {
    /// The path of the refused value, as `user[tags][3]`; `nil` at the top.
    package let keyPath: String?
    /// The reason, without a full stop.
    package let reason: String

    /// An error.
    package init(keyPath: String?, reason: String) {
        self.keyPath = keyPath
        self.reason = reason
    }

    /// The place and the reason.
    package var description: String { keyPath.map { "at \($0): \(reason)" } ?? reason }
    /// The same as ``description``.
    package var errorDescription: String? { description }
}

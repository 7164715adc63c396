import URLSerialization

/// Why a JSON value does not stand for parameters, and which part of it.
package struct ParameterReadingError: Error, Equatable, Sendable, CustomStringConvertible, LocalizedError {
    /// The path of the value at fault, as `user[tags][3]`; nil at the top.
    package let keyPath: String?
    /// What is wrong, without a full stop.
    package let reason: String

    /// An error.
    package init(keyPath: String?, reason: String) {
        self.keyPath = keyPath
        self.reason = reason
    }

    /// Where and what.
    package var description: String { keyPath.map { "at \($0): \(reason)" } ?? reason }
    /// The same as ``description``.
    package var errorDescription: String? { description }
}

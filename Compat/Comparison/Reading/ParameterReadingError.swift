import URLSerialization

/// Why a JSON value does not stand for parameters, and which part of it.
public struct ParameterReadingError: Error, Equatable, Sendable, CustomStringConvertible, LocalizedError {
    /// The path of the value at fault, as `user[tags][3]`; nil at the top.
    public let keyPath: String?
    /// What is wrong, without a full stop.
    public let reason: String

    /// An error.
    public init(keyPath: String?, reason: String) {
        self.keyPath = keyPath
        self.reason = reason
    }

    /// Where and what.
    public var description: String { keyPath.map { "at \($0): \(reason)" } ?? reason }
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

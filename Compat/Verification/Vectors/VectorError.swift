import URLSerialization

/// The reason why a line is not a vector that can be replayed: a fault of the file, not of the tested library.
struct VectorError: LocalizedError, Equatable {
    /// The problem, without a full stop.
    let reason: String

    var errorDescription: String? { reason }

    init(_ reason: String) {
        self.reason = reason
    }
}

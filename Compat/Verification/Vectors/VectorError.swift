import URLSerialization

/// Why a line is not a vector that can be replayed: a fault of the file, not of what it tests.
struct VectorError: LocalizedError, Equatable {
    /// What is wrong, without a full stop.
    let reason: String

    var errorDescription: String? { reason }

    init(_ reason: String) {
        self.reason = reason
    }
}

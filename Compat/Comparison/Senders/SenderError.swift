import URLSerialization

/// Why the tool could not use a sender on a payload.
struct SenderError: LocalizedError, CustomStringConvertible {
    let reason: String

    var description: String { reason }
    var errorDescription: String? { reason }
}

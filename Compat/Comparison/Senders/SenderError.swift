import URLSerialization

/// The tool's own refusal to use a sender on a payload.
struct SenderError: LocalizedError, CustomStringConvertible {
    let reason: String

    var description: String { reason }
    var errorDescription: String? { reason }
}

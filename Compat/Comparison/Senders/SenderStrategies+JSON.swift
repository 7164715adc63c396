import URLSerialization

extension SenderStrategies {
    /// A `JSONEncoder` with sorted keys and these strategies for dates, bytes and keys, and a note on each that is not
    /// its default. Of the ways to change keys it has but one.
    var jsonEncoder: (encoder: JSONEncoder, notes: [String]) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var notes: [String] = []
        switch dates {
        case .deferred: break
        case .seconds:
            encoder.dateEncodingStrategy = .secondsSince1970
            notes.append("Used with the dateEncodingStrategy .secondsSince1970.")
        case .milliseconds:
            encoder.dateEncodingStrategy = .millisecondsSince1970
            notes.append("Used with the dateEncodingStrategy .millisecondsSince1970.")
        case .iso8601:
            encoder.dateEncodingStrategy = .iso8601
            notes.append("Used with the dateEncodingStrategy .iso8601.")
        }
        if bytes == .deferred {
            encoder.dataEncodingStrategy = .deferredToData
            notes.append("Used with the dataEncodingStrategy .deferredToData.")
        }
        if keys == .snake {
            encoder.keyEncodingStrategy = .convertToSnakeCase
            notes.append("Used with the keyEncodingStrategy .convertToSnakeCase.")
        }
        return (encoder, notes)
    }
}

import URLSerialization

/// A value of a property list as it was written: a leaf keeps its text.
indirect enum PropertyListValue {
    /// A value without parts, and its text.
    case leaf(ParameterValue, text: String)
    /// Values in order.
    case array([PropertyListValue])
    /// Values by key, in order.
    case dictionary([(key: String, value: PropertyListValue)])

    /// The value without the texts; of two with one key the later stands.
    var parameterValue: ParameterValue {
        switch self {
        case .leaf(let value, _): value
        case .array(let values): .array(values.map(\.parameterValue))
        case .dictionary(let entries):
            .dictionary(ParameterDictionary(entries.map { ($0.key, $0.value.parameterValue) }))
        }
    }
}

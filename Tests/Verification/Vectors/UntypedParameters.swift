import SerializerComparison
import URLSerialization

/// A converter of parameters to the values of a program with `[String: Any]`: Swift's own collections, which encoders
/// recognize by casts.
///
/// A Swift dictionary has one entry for keys that are canonically equal: the first key with the last value.
struct UntypedParameters {
    /// Whether numbers and Booleans are `NSNumber`s, as Foundation's readers of JSON and property lists return them, or
    /// Swift's own types: `Int`, `Double`, `Bool`.
    let usesNSNumbers: Bool

    /// Returns a value that ``TypedValueReader`` has read as `Any`.
    func value(_ value: Any) -> Any {
        // This cast is first because other casts unwrap optionals.
        if let optional = value as? any ParameterWrapper { return optional.wrappedParameter.map(self.value) as Any }
        switch value {
        case let elements as [Any]: return elements.map(self.value)
        case let entries as OrderedEntries: return dictionary(entries.all)
        case let elements as Set<TypedSetElement>: return set(elements.map(\.rawValue))
        case let value as Decimal: return usesNSNumbers ? NSDecimalNumber(decimal: value) : value
        default: return number(value) ?? value
        }
    }

    /// Returns the value as a number, or `nil` if it is not a number.
    private func number(_ value: Any) -> Any? {
        guard value is Bool || value is any BinaryInteger || value is any BinaryFloatingPoint else { return nil }
        if usesNSNumbers { return value as? NSNumber }
        // Integers have 64 bits, as in almost every program.
        return (value as? Int64).map { Int($0) } ?? value
    }

    private func dictionary(_ entries: [(key: Any, value: Any)]) -> Any {
        guard let texts = entries.map(\.key) as? [String] else {
            return entries.reduce(into: [AnyHashable: Any]()) { $0[hashable($1.key)] = value($1.value) }
        }
        return zip(texts, entries).reduce(into: [String: Any]()) { $0[$1.0] = value($1.1.value) }
    }

    private func set(_ elements: [Any]) -> Any { Set(elements.map(hashable)) }

    private func hashable(_ value: Any) -> AnyHashable {
        switch self.value(value) {
        case let elements as [Any]: AnyHashable(elements.map(hashable))
        case let entries as [AnyHashable: Any]: AnyHashable(entries.mapValues(hashable))
        case let value: value as? AnyHashable ?? AnyHashable(String(describing: value))
        }
    }
}

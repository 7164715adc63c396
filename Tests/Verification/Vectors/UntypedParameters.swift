import SerializerComparison
import URLSerialization

/// A converter of parameters to the values of a program with `[String: Any]`: Swift's own collections, which encoders
/// recognize by casts.
///
/// A Swift dictionary has one entry for keys that are canonically equal: the first key with the last value.
package struct UntypedParameters {
    /// The types of numbers and Booleans in `Any`.
    package enum Numbers: String {
        /// Swift's own types: `Int`, `Double`, `Bool`.
        case swift
        /// `NSNumber`, which Foundation's readers of JSON and property lists return.
        case nsNumber = "nsnumber"
    }

    let numbers: Numbers

    package init(numbers: Numbers) { self.numbers = numbers }

    /// Returns a value as `Any`.
    ///
    /// - Parameter value: A `ParameterValue`, or a value that ``TypedValueReader`` has read.
    package func value(_ value: Any) -> Any {
        // This cast is first because other casts unwrap optionals.
        if let optional = value as? any OptionalValue { return optional.mapped(self.value) }
        switch value {
        case let value as ParameterValue: return self.value(value)
        case let elements as [Any]: return elements.map(self.value)
        case let entries as OrderedEntries: return dictionary(entries.all)
        case let elements as Set<TypedSetElement>: return set(elements.map(\.rawValue))
        case let value as Decimal: return numbers == .swift ? value : NSDecimalNumber(decimal: value)
        default: return number(value) ?? value
        }
    }

    private func value(_ value: ParameterValue) -> Any {
        switch value {
        case .null: NSNull()
        case .bool(let value): self.value(value)
        case .int(let value): self.value(value)
        case .uint(let value): self.value(value)
        case .double(let value): self.value(value)
        case .float(let value): self.value(value)
        case .decimal(let value): self.value(value)
        case .string(let value): value
        case .date(let value): value
        case .data(let value): value
        case .url(let value): value
        case .array(let elements): elements.map { self.value($0) }
        case .set(let elements): set(Array(elements))
        case .dictionary(let entries): dictionary(entries.map { ($0.key, $0.value) })
        }
    }

    /// Returns the value as a number, or `nil` if it is not a number.
    private func number(_ value: Any) -> Any? {
        guard value is Bool || value is any BinaryInteger || value is any BinaryFloatingPoint else { return nil }
        if numbers == .nsNumber { return value as? NSNumber }
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

/// An optional of any type.
protocol OptionalValue {
    /// Returns the optional with its value, if any, transformed.
    func mapped(_ transform: (Any) -> Any) -> Any
}

extension Optional: OptionalValue {
    func mapped(_ transform: (Any) -> Any) -> Any {
        let value: Any? = map { transform($0) }
        return value as Any
    }
}

import URLSerialization

extension ParameterValue {
    /// The types of a value in an `Any`.
    package enum AnyForm: Sendable {
        /// Swift's types, integers as `Int`.
        case native
        /// Foundation's classes.
        case foundation
        /// Either, integers of every width, and collections of one type, at random at each place.
        case mixed
    }

    package var native: Any {
        var generator = SeededGenerator(seed: 0)
        return any(.native, using: &generator)
    }

    /// Returns the value in an `Any`. `NSDictionary` is filled in a random order.
    package func any(_ form: AnyForm = .mixed, using generator: inout SeededGenerator) -> Any {
        let isObject = form == .foundation || form == .mixed && generator.oneIn(3)
        let isMixed = form == .mixed && !isObject
        switch self {
        case .null: return isMixed ? Int?.none as Any : NSNull()
        case .bool(let value): return isObject ? NSNumber(value: value) : value
        case .int(let value) where isMixed: return generator.element(of: Self.integers(value))
        case .uint(let value) where isMixed: return generator.element(of: Self.integers(value))
        case .int(let value) where isObject:
            return Int8(exactly: value).map { NSNumber(value: $0) } ?? NSNumber(value: value)
        case .int(let value): return Int(value)
        case .uint(let value): return isObject ? NSNumber(value: value) : value
        case .double(let value): return isObject ? NSNumber(value: value) : value
        case .float(let value): return isObject ? NSNumber(value: value) : value
        case .decimal(let value): return isObject ? NSDecimalNumber(decimal: value) : value
        case .string(let value) where isMixed && generator.oneIn(3): return value.dropFirst(0)
        case .string(let value): return isObject ? NSString(string: value) : value
        case .date(let value): return isObject ? value as NSDate : value
        case .data(let value): return isObject ? value as NSData : value
        case .url(let value): return isObject ? value as NSURL : value
        case .array(let values):
            if isMixed, let array = Self.typed(values) { return array }
            let elements = values.map { $0.any(form, using: &generator) }
            return isObject ? NSArray(array: elements) : elements
        case .set(let values):
            // Foundation on Linux does not survive decimals or collections in a set.
            let isSafe = values.allSatisfy {
                switch $0 {
                case .decimal, .array, .set, .dictionary: false
                default: true
                }
            }
            let set = isSafe ? NSSet(array: values.map { $0.any(form, using: &generator) }) : NSSet()
            // Elements that only their types distinguish, such as 1 and true, are one to Foundation.
            return set.count == values.count ? set : self
        case .dictionary(let values):
            let texts = isMixed ? values.compactMap { $0.value.text } : []
            if !texts.isEmpty, texts.count == values.count {
                return Dictionary(zip(values.keys, texts), uniquingKeysWith: { first, _ in first })
            }
            let entries = values.map { ($0.key, $0.value.any(form, using: &generator)) }
            guard isObject else { return Dictionary(entries, uniquingKeysWith: { first, _ in first }) }
            let dictionary = NSMutableDictionary()
            for (key, value) in entries.shuffled(using: &generator) { dictionary[key as NSString] = value }
            return dictionary
        }
    }

    /// Returns the integer in every type that can represent it.
    package static func integers(_ value: some BinaryInteger) -> [any FixedWidthInteger & Encodable & Sendable] {
        let all: [(any FixedWidthInteger & Encodable & Sendable)?] = [
            Int(exactly: value), Int8(exactly: value), Int16(exactly: value), Int32(exactly: value),
            Int64(exactly: value), UInt(exactly: value), UInt8(exactly: value), UInt16(exactly: value),
            UInt32(exactly: value), UInt64(exactly: value),
        ]
        return all.compactMap { $0 }
    }

    /// Returns elements of one type in an array of the type, and texts and nulls in one of optional texts.
    private static func typed(_ values: [ParameterValue]) -> Any? {
        func all<Element>(_ element: (ParameterValue) -> Element?) -> [Element]? {
            let elements = values.compactMap(element)
            return elements.count == values.count ? elements : nil
        }
        if let integers = all({ if case .int(let value) = $0 { Int(value) } else { nil } }) { return integers }
        if let doubles = all({ if case .double(let value) = $0 { value } else { nil } }) { return doubles }
        return all(\.text) ?? all { $0 == .null ? String??.some(nil) : $0.text.map { String??.some($0) } ?? nil }
    }

    private var text: String? { if case .string(let text) = self { text } else { nil } }

    /// Returns the value with the entries of each dictionary in a random order.
    package func shuffled(using generator: inout SeededGenerator) -> ParameterValue {
        switch self {
        case .array(let values): .array(values.map { $0.shuffled(using: &generator) })
        case .set(let values): .set(Set(values.map { $0.shuffled(using: &generator) }))
        case .dictionary(let values):
            .dictionary(
                ParameterDictionary(
                    values.map { ($0.key, $0.value.shuffled(using: &generator)) }.shuffled(using: &generator)))
        default: self
        }
    }
}

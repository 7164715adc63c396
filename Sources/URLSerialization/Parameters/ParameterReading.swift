/// The reading of the values of one type in `Any`.
///
/// | type | read as |
/// |---|---|
/// | `Int?`, `AnyHashable` | the value inside |
/// | `NSMutableString`, `[UInt8]` | a leaf, a collection |
/// | `enum Color: String` | its raw value |
/// | an `Encodable` structure | a model |
enum ParameterReading {
    case wrapper(any ParameterWrapper.Type), convertible(any ParameterConvertible.Type)
    case rawValue(any RawRepresentable.Type)
    /// A box for a Swift value in a Foundation collection. A cast sees the value.
    case box
    /// A model, an object, or a value that cannot be read. Each takes longer than the casts that distinguish them.
    case other

    init(of value: Any) {
        let type = type(of: value)
        if let type = type as? any ParameterWrapper.Type {
            self = .wrapper(type)
        } else if let type = type as? any ParameterConvertible.Type {
            self = .convertible(type)
        } else {
            let isBox = (type as? NSObject.Type)?.isBoxOfSwiftValue == true
            self = isBox ? .box : (value as? any RawRepresentable).map { .rawValue(Swift.type(of: $0)) } ?? .other
        }
    }
}

/// The readings of types, found by the types' identities.
///
/// A cast to a protocol costs tens of nanoseconds, and each value would need several. The benchmark's rows for each
/// kind of value show it.
package struct ParameterReadings {
    /// A closure that reads a value in place of ``node(of:)``.
    package typealias Replacement = @Sendable (Any, inout ParameterReadings) throws(ParameterError) -> ParameterNode

    /// The readings that this call has met, each in the slot of its type until another type takes it.
    private var slots: [(type: ObjectIdentifier, reading: ParameterReading)] = []

    package init() {}

    @inline(__always)
    private mutating func reading(of value: Any) -> ParameterReading {
        let type = ObjectIdentifier(type(of: value))
        // The bits of the golden ratio spread the addresses over 32 slots.
        let slot = Int((UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) >> 59)
        return !slots.isEmpty && slots[slot].type == type ? slots[slot].reading : find(value, type, slot)
    }

    @inline(never)
    private mutating func find(_ value: Any, _ type: ObjectIdentifier, _ slot: Int) -> ParameterReading {
        if slots.isEmpty { slots = Array(repeating: (ObjectIdentifier(Never.self), .other), count: 32) }
        slots[slot] = (type, ParameterReading(of: value))
        return slots[slot].reading
    }

    /// Returns the value in the optionals and boxes around it, or `nil` for none.
    package mutating func unwrapped(_ value: Any) -> Any? {
        var value = value
        while true {
            switch reading(of: value) {
            case .wrapper(let type):
                guard let wrapped = type.wrapped(in: value) else { return nil }
                value = wrapped
            case .box:
                guard let content = Self.content(ofBox: value) else { return value }
                value = content
            case .convertible, .rawValue, .other: return value
            }
        }
    }

    /// Returns the node of a value of a type that this module reads itself, or `nil` for another value.
    package mutating func ownNode(of value: Any) throws(ParameterError) -> ParameterNode? {
        guard case .convertible(let type) = reading(of: value) else { return nil }
        return try type.node(of: value)
    }

    /// Classifies a value in `Any`, looking through optionals, boxes and raw values.
    package mutating func node(of value: Any) throws(ParameterError) -> ParameterNode {
        var value = value
        // A type may be its own raw value, endlessly.
        for _ in 0..<512 {
            switch reading(of: value) {
            case .convertible(let type): return try type.node(of: value)
            case .rawValue(let type): value = type.rawValue(of: value)
            case .wrapper(let type):
                guard let wrapped = type.wrapped(in: value) else { return .leaf(.null) }
                value = wrapped
            case .box:
                guard let content = Self.content(ofBox: value) else { throw .unsupported(value) }
                value = content
            case .other:
                // The integer is wider than 64 bits: no NSNumber holds it, but its digits are unambiguous.
                if let integer = value as? any BinaryInteger { return .leaf(.string(String(integer))) }
                if let model = value as? any Encodable { return .model(model) }
                guard type(of: value) is AnyClass, let object = value as? NSObject else { throw .unsupported(value) }
                return .object(description: object.description, isUUID: false)
            }
        }
        throw ParameterError(.tooDeep, "The value is wrapped in too many optionals or raw values. Unwrap it.")
    }

    private static func content(ofBox value: Any) -> Any? {
        value as? any ParameterWrapper ?? value as? any ParameterConvertible ?? value as? any RawRepresentable
            ?? value as? any BinaryInteger ?? value as? any Encodable
    }
}

extension RawRepresentable {
    fileprivate static func rawValue(of value: Any) -> Any { opened(value, Self.self).rawValue }
}

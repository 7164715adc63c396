/// A value in `Any`, classified: a leaf, or a collection of values.
///
/// All reading of types that this module does not own happens here. ``ParameterFiller`` uses it for values of less
/// frequent types.
package enum ParameterNode {
    /// A value without parts: any kind except an array, a set or a dictionary.
    case leaf(ParameterValue)
    /// An object without parts that AFNetworking sends as its description, and that JSON and property lists refuse.
    case object(description: String, isUUID: Bool)
    /// The elements of an array or an `NSOrderedSet`.
    case array([Any])
    /// The elements of any other set, in arbitrary order.
    case set([Any])
    /// Values by key, in the caller's order where there is one.
    case dictionary([(key: Any, value: Any)], isOrdered: Bool)
    /// A value of any other kind, which encodes itself.
    case model(any Encodable)
}

/// The entries of a dictionary in an order, with keys of any kind, as in an `NSDictionary` with mixed or canonically
/// equivalent keys.
package struct OrderedEntries {
    package let all: [(key: Any, value: Any)]

    package init(_ all: [(key: Any, value: Any)]) { self.all = all }
}

/// A refusal of a value, without its key path.
package struct ParameterError: Error {
    package let code: RequestSerializationError.Code
    package let reason: String
    package let underlyingError: (any Error)?
    /// The path of the refused part of the value, below the value's own path.
    package var pathBelow = ""

    package init(_ code: RequestSerializationError.Code, _ reason: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        self.underlyingError = underlyingError
    }

    /// Returns the error for the value at a key path.
    package func error(at path: [ParameterKeyPath.Component]) -> RequestSerializationError {
        let own = ParameterKeyPath.text(of: path)
        return RequestSerializationError(
            code, keyPath: pathBelow.isEmpty ? own : (own ?? "") + pathBelow, reason: reason,
            underlyingError: underlyingError)
    }
}

extension ParameterNode {
    /// Classifies a value in `Any`, looking through optionals, boxes and raw values.
    package init(classifying value: Any) throws(ParameterError) {
        var readings = ParameterReadings()
        self = try readings.node(of: value)
    }
}

extension ParameterError {
    static func unsupported(_ value: Any) -> ParameterError {
        if value is URLQueryItem {
            return ParameterError(
                .unsupportedValue,
                "A URLQueryItem cannot be a value. Pass an array of them as the parameters of a query or a form, or "
                    + "pass a dictionary.")
        }
        let isBoxed = (type(of: value) as? NSObject.Type)?.isBoxOfSwiftValue == true
        return ParameterError(
            .unsupportedValue,
            "A value of \(isBoxed ? "a Swift type" : "type \(type(of: value))") has no text in Objective-C. "
                + "Pass a string, number, date, URL, null, collection or Encodable model.")
    }
}

/// A type whose values wrap another value.
package protocol ParameterWrapper {
    /// The wrapped value; `nil` for none.
    var wrappedParameter: Any? { get }
}

extension ParameterWrapper {
    /// Returns what a value of this type wraps.
    static func wrapped(in value: Any) -> Any? { opened(value, Self.self).wrappedParameter }
}

/// A type whose reading as a parameter is known.
///
/// It is internal because the conformances are this module's reading of types that it does not own.
protocol ParameterConvertible {
    /// The value as a leaf or a collection.
    var parameterNode: ParameterNode { get throws(ParameterError) }
}

extension ParameterConvertible {
    /// Returns the node of a value of this type.
    static func node(of value: Any) throws(ParameterError) -> ParameterNode {
        try opened(value, Self.self).parameterNode
    }
}

extension ParameterValue: ParameterConvertible {
    var parameterNode: ParameterNode {
        switch self {
        case .array(let values): .array(values)
        case .set(let values): .set(Array(values))
        case .dictionary(let values): values.parameterNode
        default: .leaf(self)
        }
    }
}

extension ParameterDictionary: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(map { ($0.key, $0.value) }, isOrdered: true) }
}

extension OrderedEntries: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(all, isOrdered: true) }
}

// The conformances of Foundation's types. Class clusters inherit the conformance of their public class.

extension CGFloat: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.double(Double(self))) } }
extension Decimal: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.decimal(self)) } }
extension Date: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.date(self)) } }
extension Data: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.data(self)) } }
extension URL: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.url(self)) } }
extension UUID: ParameterConvertible {
    var parameterNode: ParameterNode { .object(description: UUIDText.text(of: self), isUUID: true) }
}
extension NSNull: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.null) } }
extension NSNumber: ParameterConvertible { var parameterNode: ParameterNode { .leaf(parameterLeaf) } }
extension NSString: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.string(self as String)) } }
extension NSURL: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.url(self as URL)) } }
extension NSDate: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.date(self as Date)) } }
extension NSData: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.data(self as Data)) } }
extension NSUUID: ParameterConvertible { var parameterNode: ParameterNode { (self as UUID).parameterNode } }
extension NSArray: ParameterConvertible { var parameterNode: ParameterNode { .array(storedElements) } }
extension NSOrderedSet: ParameterConvertible { var parameterNode: ParameterNode { .array(distinctElements) } }
extension NSSet: ParameterConvertible { var parameterNode: ParameterNode { .set(storedElements) } }

extension NSDictionary: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(storedEntries, isOrdered: false) }
}

// The conformances of the standard library's types. Each prints as the NSNumber or NSString it would have been.

extension Substring: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.string(String(self))) } }
extension Character: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.string(String(self))) } }
extension Unicode.Scalar: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.string(String(self))) } }
extension Bool: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.bool(self)) } }
extension String: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.string(self)) } }
extension Double: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.double(self)) } }
extension Float: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.float(self)) } }

extension ParameterConvertible where Self: FixedWidthInteger {
    var parameterNode: ParameterNode { .leaf(ParameterValue(self)) }
}

extension Int: ParameterConvertible {}
extension Int8: ParameterConvertible {}
extension Int16: ParameterConvertible {}
extension Int32: ParameterConvertible {}
extension Int64: ParameterConvertible {}
extension UInt: ParameterConvertible {}
extension UInt8: ParameterConvertible {}
extension UInt16: ParameterConvertible {}
extension UInt32: ParameterConvertible {}
extension UInt64: ParameterConvertible {}

/// An optional inside `Any`: its payload, or null for `.none`, at any level of nesting.
extension Optional: ParameterWrapper {
    package var wrappedParameter: Any? { map { $0 as Any } }
}

extension AnyHashable: ParameterWrapper { package var wrappedParameter: Any? { base } }
extension ParameterConvertible where Self: Sequence { var parameterNode: ParameterNode { .array(map { $0 as Any }) } }
extension Array: ParameterConvertible {
    // By index: the iterator of an array of a type that the compiler does not know allocates memory for each element.
    var parameterNode: ParameterNode {
        var elements: [Any] = []
        elements.reserveCapacity(count)
        for index in indices { elements.append(self[index]) }
        return .array(elements)
    }
}
extension ArraySlice: ParameterConvertible {}
extension ContiguousArray: ParameterConvertible {}
extension Set: ParameterConvertible { var parameterNode: ParameterNode { .set(map { $0 as Any }) } }

extension Dictionary: ParameterConvertible {
    var parameterNode: ParameterNode {
        // Specialized for the dictionaries that Foundation returns.
        if let entries = exact(self, [AnyHashable: Any].self) {
            return .dictionary(entries.map { ($0.key as Any, $0.value) }, isOrdered: false)
        }
        return .dictionary(map { ($0.key as Any, $0.value as Any) }, isOrdered: false)
    }
}

extension KeyValuePairs: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(map { ($0.key as Any, $0.value as Any) }, isOrdered: true) }
}

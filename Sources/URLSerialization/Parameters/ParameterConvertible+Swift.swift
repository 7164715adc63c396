// The conformances of the standard library's types. Each prints as the NSNumber or NSString it would have been.

extension String: ParameterConvertible {
    var parameterNode: ParameterNode { .leaf(.string(self)) }
}

extension Substring: ParameterConvertible {
    var parameterNode: ParameterNode { .leaf(.string(String(self))) }
}

extension Character: ParameterConvertible {
    var parameterNode: ParameterNode { .leaf(.string(String(self))) }
}

extension Unicode.Scalar: ParameterConvertible {
    var parameterNode: ParameterNode { .leaf(.string(String(self))) }
}

extension Bool: ParameterConvertible {
    var parameterNode: ParameterNode { .leaf(.bool(self)) }
}

extension Double: ParameterConvertible {
    var parameterNode: ParameterNode { .leaf(.double(self)) }
}

extension Float: ParameterConvertible {
    var parameterNode: ParameterNode { .leaf(.float(self)) }
}

extension ParameterConvertible where Self: FixedWidthInteger & SignedInteger {
    var parameterNode: ParameterNode { .leaf(.int(Int64(self))) }
}

extension ParameterConvertible where Self: FixedWidthInteger & UnsignedInteger {
    var parameterNode: ParameterNode { .leaf(.integer(UInt64(self))) }
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

extension AnyHashable: ParameterWrapper {
    package var wrappedParameter: Any? { base }
}

extension ParameterConvertible where Self: Sequence {
    var parameterNode: ParameterNode { .array(map { $0 as Any }) }
}

extension Array: ParameterConvertible {}
extension ArraySlice: ParameterConvertible {}
extension ContiguousArray: ParameterConvertible {}

extension Set: ParameterConvertible {
    var parameterNode: ParameterNode { .set(map { $0 as Any }) }
}

extension Dictionary: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(map { ($0.key as Any, $0.value as Any) }, isOrdered: false) }
}

extension KeyValuePairs: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(map { ($0.key as Any, $0.value as Any) }, isOrdered: true) }
}

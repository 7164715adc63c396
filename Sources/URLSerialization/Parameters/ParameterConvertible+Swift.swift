// The conformances of the standard library's types. Each prints as the NSNumber or NSString it would have been.

extension Substring: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.string(String(self))) } }
extension Character: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.string(String(self))) } }
extension Unicode.Scalar: ParameterConvertible { var parameterNode: ParameterNode { .leaf(.string(String(self))) } }
extension ModelPrimitive { var parameterNode: ParameterNode { .leaf(parameterLeaf) } }

/// An optional inside `Any`: its payload, or null for `.none`, at any level of nesting.
extension Optional: ParameterWrapper { package var wrappedParameter: Any? { map { $0 as Any } } }
extension AnyHashable: ParameterWrapper { package var wrappedParameter: Any? { base } }
extension ParameterConvertible where Self: Sequence { var parameterNode: ParameterNode { .array(map { $0 as Any }) } }
extension Array: ParameterConvertible {}
extension ArraySlice: ParameterConvertible {}
extension ContiguousArray: ParameterConvertible {}
extension Set: ParameterConvertible { var parameterNode: ParameterNode { .set(map { $0 as Any }) } }

extension Dictionary: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(map { ($0.key as Any, $0.value as Any) }, isOrdered: false) }
}

extension KeyValuePairs: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(map { ($0.key as Any, $0.value as Any) }, isOrdered: true) }
}

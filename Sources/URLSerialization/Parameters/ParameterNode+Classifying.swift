extension ParameterNode {
    /// Classifies a value in `Any`, looking through optionals, boxes and raw values.
    package init(classifying value: Any) throws(ParameterFault) {
        var value = value
        // A type may be its own raw value, without end.
        for _ in 0..<512 {
            // First, because other casts unwrap optionals by themselves, and recurse for each.
            if let wrapper = value as? any ParameterWrapper {
                guard let wrapped = wrapper.wrappedParameter else {
                    self = .leaf(.null)
                    return
                }
                value = wrapped
            } else if let convertible = value as? any ParameterConvertible {
                self = try convertible.parameterNode
                return
            } else if let representable = value as? any RawRepresentable {
                value = representable.rawValue
            } else if let integer = value as? any BinaryInteger {
                // Wider than 64 bits: no NSNumber holds it, but its digits are certain.
                self = .leaf(.string(String(integer)))
                return
            } else if let model = value as? any Encodable {
                self = .model(model)
                return
            } else if type(of: value) is AnyClass, let object = value as? NSObject, !object.isBoxOfSwiftValue {
                self = .object(description: object.description, isUUID: false)
                return
            } else {
                throw .unsupported(value)
            }
        }
        throw ParameterFault(.tooDeep, "The value is wrapped in too many optionals or raw values. Unwrap it.")
    }
}

extension ParameterFault {
    fileprivate static func unsupported(_ value: Any) -> ParameterFault {
        if value is URLQueryItem {
            return ParameterFault(
                .unsupportedValue,
                "A URLQueryItem cannot be a value. Pass an array of them as the parameters of a query or a form, or "
                    + "pass a dictionary.")
        }
        let isBoxed = (value as? NSObject)?.isBoxOfSwiftValue == true
        return ParameterFault(
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

/// A type whose reading as a parameter is known.
///
/// It is internal because the conformances are this module's reading of types that it does not own.
protocol ParameterConvertible {
    /// The value as a leaf or a collection.
    var parameterNode: ParameterNode { get throws(ParameterFault) }
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

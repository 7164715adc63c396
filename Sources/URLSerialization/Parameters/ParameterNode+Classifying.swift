extension ParameterNode {
    /// Classifies what an `Any` holds, through optionals, boxes and raw values.
    package init(classifying value: Any) throws(ParameterFault) {
        var value = value
        // A raw value may be of its own kind, without end.
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
            } else if type(of: value) is AnyClass, let object = value as? NSObject, !object.isBoxOfSwiftValue {
                self = .leaf(.object(description: object.description))
                return
            } else if let model = value as? any Encodable {
                self = .model(model)
                return
            } else {
                throw .unsupported(value)
            }
        }
        throw ParameterFault(.tooDeep, "The value is an optional or a raw value without end. Unwrap it.")
    }
}

extension ParameterFault {
    fileprivate static func unsupported(_ value: Any) -> ParameterFault {
        if value is URLQueryItem {
            return ParameterFault(
                .unsupportedValue,
                "A URLQueryItem has a place in a query or a form alone. Pass an array of them as the parameters of "
                    + "one, or a dictionary.")
        }
        let isBoxed = (value as? NSObject)?.isBoxOfSwiftValue == true
        return ParameterFault(
            .unsupportedValue,
            "A value of \(isBoxed ? "a Swift type" : "type \(type(of: value))") has no text that Objective-C would have "
                + "given it. Pass a string, number, date, URL, null, collection or Encodable model.")
    }
}

/// A type whose values stand for another.
package protocol ParameterWrapper {
    /// The other value; nil for none.
    var wrappedParameter: Any? { get }
}

/// A type that knows what it is among parameters.
///
/// Internal: the conformances below are this module's reading of types it does not own.
protocol ParameterConvertible {
    /// What the value is.
    var parameterNode: ParameterNode { get throws(ParameterFault) }
}

extension ParameterValue: ParameterConvertible {
    var parameterNode: ParameterNode {
        switch self {
        case .null: .leaf(.null)
        case .bool(let value): .leaf(.bool(value))
        case .int(let value): .leaf(.int(value))
        case .uint(let value): .leaf(.uint(value))
        case .double(let value): .leaf(.double(value))
        case .float(let value): .leaf(.float(value))
        case .decimal(let value): .leaf(.decimal(value))
        case .string(let value): .leaf(.string(value))
        case .date(let value): .leaf(.date(value))
        case .data(let value): .leaf(.data(value))
        case .url(let value): .leaf(.url(value))
        case .array(let values): .array(values)
        case .set(let values): .set(Array(values))
        case .dictionary(let values): values.parameterNode
        }
    }
}

extension ParameterDictionary: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(map { ($0.key, $0.value) }, isOrdered: true) }
}

extension OrderedEntries: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(all, isOrdered: true) }
}

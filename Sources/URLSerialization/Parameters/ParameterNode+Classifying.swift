extension ParameterNode {
    /// Reads what an `Any` holds.
    ///
    /// The types that parameters are mostly made of are told apart by comparing type identities, which costs
    /// nanoseconds; a cast to a collection or a protocol costs tens to hundreds (the benchmark's *flat* payload shows
    /// it). Everything else goes through one conformance test.
    @inline(__always)
    package init(classifying value: Any) throws(ParameterFault) {
        if let node = Self.common(value) {
            self = node
        } else {
            self = try ParameterNode(classifyingUncommon: value)
        }
    }

    /// The types that parameters are mostly made of.
    @inline(__always)
    package static func common(_ value: Any) -> ParameterNode? {
        func open<Value>(_ value: Value) -> ParameterNode? { common(exactly: value) }
        return _openExistential(value, do: open)
    }

    private static func common<Value>(exactly value: Value) -> ParameterNode? {
        if let value = exact(value, String.self) { return .leaf(.string(value)) }
        if let value = exact(value, Int.self) { return .leaf(.int(Int64(value))) }
        if let value = exact(value, Double.self) { return .leaf(.double(value)) }
        if let value = exact(value, Bool.self) { return .leaf(.bool(value)) }
        if let value = exact(value, [String: Any].self) { return .dictionary(.native(value)) }
        if let value = exact(value, [Any].self) { return .array(.native(value)) }
        if let value = exact(value, ParameterValue.self) { return value.parameterNode }
        return nil
    }

    /// The other types that parameters are often made of, told apart by their identities as well.
    package static func lessCommon(_ value: Any) -> ParameterNode? {
        func open<Value>(_ value: Value) -> ParameterNode? { lessCommon(exactly: value) }
        return _openExistential(value, do: open)
    }

    private static func lessCommon<Value>(exactly value: Value) -> ParameterNode? {
        if let value = exact(value, [[String: Any]].self) { return .array(.dictionaries(value)) }
        if let value = exact(value, [String].self) { return .array(.strings(value)) }
        if let value = exact(value, [Int].self) { return .array(.integers(value)) }
        if let value = exact(value, [Double].self) { return .array(.doubles(value)) }
        if let value = exact(value, [String: String].self) { return .dictionary(.strings(value)) }
        if let value = exact(value, [String: Int].self) { return .dictionary(.integers(value)) }
        if let value = exact(value, [String: Double].self) { return .dictionary(.doubles(value)) }
        if let value = exact(value, ModelNode.self) { return value.parameterNode }
        if let value = exact(value, Date.self) { return .leaf(.date(value)) }
        if Value.self == NSNull.self { return .leaf(.null) }
        return nil
    }

    @inline(never)
    init(classifyingUncommon value: Any) throws(ParameterFault) {
        var value = value
        // Values in values: optionals, boxes, raw values. One whose raw value is of its own kind would never end.
        for _ in 0..<512 {
            if let node = Self.common(value) ?? Self.lessCommon(value) {
                self = node
                return
            }
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
                // Wider than 64 bits: no NSNumber holds it, but its digits are beyond doubt.
                self = .leaf(.string(String(integer)))
                return
            } else if type(of: value) is AnyClass, let object = value as? NSObject, !object.isBoxOfSwiftValue {
                self = .leaf(.object(description: object.description))
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
        let isBoxed = (value as? NSObject)?.isBoxOfSwiftValue == true
        return ParameterFault(
            .unsupportedValue,
            "A value of \(isBoxed ? "a Swift type" : "type \(type(of: value))") has no text that Objective-C would have given it. "
                + "Pass a string, number, date, URL, null or collection; encode a model by 'encoding:', or one "
                + "inside other parameters by ParameterValue(encoding:)."
        )
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
        case .array(let values): .array(.values(values))
        case .set(let values): .set(Array(values), isSorted: false)
        case .dictionary(let values): .dictionary(.values(values))
        }
    }
}

extension ParameterDictionary: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(.values(self)) }
}

extension ParameterEntries: ParameterConvertible {
    var parameterNode: ParameterNode { .dictionary(self) }
}

extension SortedSet: ParameterConvertible {
    var parameterNode: ParameterNode { .set(elements, isSorted: true) }
}

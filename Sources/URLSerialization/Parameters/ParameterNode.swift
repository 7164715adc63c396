/// A value in `Any`, classified: a leaf, or a collection of values.
///
/// All reading of types that this module does not own happens here. ``ParameterFiller`` uses it for values of less
/// frequent types.
package enum ParameterNode {
    /// A value without parts: of any kind but an array, a set and a dictionary.
    case leaf(ParameterValue)
    /// An object without parts that AFNetworking sends as its description, and that JSON and property lists refuse.
    case object(description: String, isUUID: Bool)
    /// Values in order.
    case array([Any])
    /// Values without order.
    case set([Any])
    /// Values by key, in the caller's order where there is one.
    case dictionary([(key: Any, value: Any)], isOrdered: Bool)
    /// A value of no other kind that encodes itself.
    case model(any Encodable)
}

/// The entries of a dictionary in an order, with keys of any kind, as in an `NSDictionary` with mixed or canonically
/// equivalent keys.
package struct OrderedEntries {
    package let all: [(key: Any, value: Any)]

    package init(_ all: [(key: Any, value: Any)]) {
        self.all = all
    }
}

/// A refusal of a value, without its key path.
package struct ParameterFault: Error {
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

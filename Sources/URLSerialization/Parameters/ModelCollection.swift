/// A collection whose elements are encoded one by one, rather than by its own `encode(to:)`.
protocol ModelCollection {
    /// Encodes the elements into the encoder's node.
    func encodeElements(to encoder: ModelEncoder) throws
}

/// A set stays a set: the walk sorts it and writes the bare key.
extension Set: ModelCollection where Element: Encodable {
    func encodeElements(to encoder: ModelEncoder) throws {
        encoder.state.makeContainer(encoder.index, .set)
        var container = ModelUnkeyedContainer(state: encoder.state, index: encoder.index, depth: encoder.depth)
        for element in self { try container.encode(element) }
    }
}

/// A dictionary whose keys are no coding keys has its keys' texts, as the equivalent `[AnyHashable: Any]` would; those
/// with string and integer keys encode themselves so.
extension Dictionary: ModelCollection where Key: Encodable, Value: Encodable {
    func encodeElements(to encoder: ModelEncoder) throws {
        let state = encoder.state
        state.makeContainer(encoder.index, .dictionary)
        for (key, value) in self {
            let text = try Self.text(of: key, for: encoder)
            // Two keys may have one text only if they are not both strings, and such both stay.
            let child = text.withUTF8Bytes {
                state.nodes.insert(.null, kind: .empty, forNewKey: $0, in: encoder.index)
            }
            try state.fillAny(child, with: value, depth: encoder.depth)
        }
    }

    private static func text(of key: Key, for encoder: ModelEncoder) throws -> String {
        // A key may be a wrapper of wrappers, or a collection, which is refused below.
        let state = ModelEncodingState(maximumDepth: 512)
        try state.fillAny(0, with: key, depth: 0)
        do throws(ParameterFault) {
            return try KeyText.text(of: ModelNode(tree: state, index: 0))
        } catch {
            throw error.error(at: encoder.state.path(of: encoder.index))
        }
    }
}

extension ModelEncodingState {
    /// Encodes a value of any type into a node, primitive types included.
    func fillAny<Value: Encodable>(_ index: Int32, with value: Value, depth: Int32) throws {
        if let value = value as? any ModelPrimitive {
            makeLeaf(index, nodes.keep(value.parameterLeaf))
        } else {
            try fill(index, with: value, depth: depth)
        }
    }
}

/// A type that every encoding container takes directly.
protocol ModelPrimitive {
    /// The value as a leaf of a ``ModelTree``.
    var parameterLeaf: ParameterLeaf { get }
}

extension Bool: ModelPrimitive { var parameterLeaf: ParameterLeaf { .bool(self) } }
extension String: ModelPrimitive { var parameterLeaf: ParameterLeaf { .string(self) } }
extension Double: ModelPrimitive { var parameterLeaf: ParameterLeaf { .double(self) } }
extension Float: ModelPrimitive { var parameterLeaf: ParameterLeaf { .float(self) } }

extension ModelPrimitive where Self: FixedWidthInteger {
    var parameterLeaf: ParameterLeaf {
        Int64(exactly: self).map(ParameterLeaf.int) ?? .uint(UInt64(self))
    }
}

extension Int: ModelPrimitive {}
extension Int8: ModelPrimitive {}
extension Int16: ModelPrimitive {}
extension Int32: ModelPrimitive {}
extension Int64: ModelPrimitive {}
extension UInt: ModelPrimitive {}
extension UInt8: ModelPrimitive {}
extension UInt16: ModelPrimitive {}
extension UInt32: ModelPrimitive {}
extension UInt64: ModelPrimitive {}

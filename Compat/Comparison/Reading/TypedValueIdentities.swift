import URLSerialization

/// Numbers values so that two have one number if they are equal as Foundation's objects are: numbers by value and not by
/// type, Booleans apart from them, texts by their characters.
///
/// - Complexity: Linear in the size of what is numbered: a set's elements are not looked into again.
final class TypedValueIdentities {
    /// A value with the numbers of its parts in their place.
    private enum Shape: Hashable {
        /// A separate case, because two `NSNull`s are equal on Linux but hash apart.
        case null
        case leaf(AnyHashable)
        case text([UInt8])
        case array([Int])
        /// The numbers of the elements, the least first.
        case set([Int])
        /// The numbers of keys and values, the least key first.
        case dictionary([[Int]])
    }

    private var identities: [Shape: Int] = [:]

    /// The number of a value that ``TypedValueReader`` has made.
    func identity(of value: Any) -> Int {
        let shape = shape(of: value)
        if let identity = identities[shape] { return identity }
        identities[shape] = identities.count
        return identities.count - 1
    }

    private func shape(of value: Any) -> Shape {
        switch value {
        case let text as String:
            return .text(Array(text.utf8))
        case let elements as [Any]:
            return .array(elements.map(identity))
        case let elements as Set<TypedSetElement>:
            return .set(elements.map(\.identity).sorted())
        case let entries as OrderedEntries:
            let pairs = entries.all.map { [identity(of: $0.key), identity(of: $0.value)] }
            return .dictionary(pairs.sorted { $0.lexicographicallyPrecedes($1) })
        default:
            if let node = try? ParameterNode(classifying: value), case .leaf(.null) = node { return .null }
            // All the reader's leaves are hashable.
            return (value as? AnyHashable).map(Shape.leaf) ?? .text(Array("\(value)".utf8))
        }
    }
}

import URLSerialization

/// An element of a set in typed JSON, with its identity among the elements of all sets of the document.
///
/// A `Set<AnyHashable>` would do but for two things: hashing one inside another takes time that doubles with each
/// level, and it merges texts that are only canonically equal.
struct TypedSetElement: RawRepresentable, Hashable {
    /// The value itself. The serializers read a raw-representable value as its raw value.
    let rawValue: Any
    let identity: Int

    init(_ value: Any, identity: Int) { (rawValue, self.identity) = (value, identity) }

    /// Always `nil`: an element has an identity only among others.
    init?(rawValue: Any) { nil }

    static func == (left: TypedSetElement, right: TypedSetElement) -> Bool { left.identity == right.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// Numbers values so that two have one number if they are equal as Foundation's objects are: numbers by value and not
/// by type, Booleans apart from them, texts by their characters.
///
/// - Complexity: Linear in the size of what is numbered: a set's elements are not looked into again.
final class TypedValueIdentities {
    /// The numbers of leaves, and of the numbers that stand for a text or a collection: its kind, then its parts.
    private var identities: [AnyHashable: Int] = [:]

    /// The number of a value that ``TypedValueReader`` has made.
    func identity(of value: Any) -> Int {
        let shape = shape(of: value)
        if let identity = identities[shape] { return identity }
        identities[shape] = identities.count
        return identities.count - 1
    }

    private func shape(of value: Any) -> AnyHashable {
        switch value {
        case let text as String: return [0] + text.utf8.map(Int.init)
        case let elements as [Any]: return [1] + elements.map(identity)
        case let elements as Set<TypedSetElement>: return [2] + elements.map(\.identity).sorted()
        case let entries as OrderedEntries:
            let pairs = entries.all.map { [identity(of: $0.key), identity(of: $0.value)] }
            return [3] + pairs.sorted { $0.lexicographicallyPrecedes($1) }.joined()
        default:
            // Two `NSNull`s are equal on Linux but hash apart.
            if case .leaf(.null)? = try? ParameterNode(classifying: value) { return [4] }
            // All the reader's leaves are hashable.
            return value as? AnyHashable ?? AnyHashable("\(value)")
        }
    }
}

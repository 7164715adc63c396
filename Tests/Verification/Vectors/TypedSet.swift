import SerializerComparison
import URLSerialization

/// An element of a set in typed JSON, with its identity among the elements of all sets of the document.
///
/// A `Set<AnyHashable>` is unsuitable for two reasons. The time to hash nested sets doubles with each level, and it
/// merges texts that are only canonically equal.
struct TypedSetElement: RawRepresentable, Hashable {
    /// The value itself. The serializers read a raw-representable value as its raw value.
    let rawValue: Any
    let identity: Int

    init(_ value: Any, identity: Int) { (rawValue, self.identity) = (value, identity) }

    /// Returns `nil`, because an element has an identity only among others.
    init?(rawValue: Any) { nil }

    static func == (left: TypedSetElement, right: TypedSetElement) -> Bool { left.identity == right.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// A numbering of values in which two have the same number if Foundation's objects for them are equal. Numbers are
/// compared by value and not by type, Booleans separately, texts by their characters.
///
/// - Complexity: Linear in the size of the values. The content of a set's elements is not visited again.
final class TypedValueIdentities {
    /// The numbers of leaves, and of the sequences that represent texts and collections: the kind, then the parts.
    private var identities: [AnyHashable: Int] = [:]

    /// Returns the number of a value that ``TypedValueReader`` has made.
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
            // On Linux two `NSNull`s are equal but have different hashes.
            if case .leaf(.null)? = try? ParameterNode(classifying: value) { return [4] }
            // All the reader's leaves are hashable.
            return value as? AnyHashable ?? AnyHashable("\(value)")
        }
    }
}

/// An element of a set in typed JSON, with its identity among the elements of all sets of the document.
///
/// A `Set<AnyHashable>` would do but for two things: hashing one inside another takes time that doubles with each level,
/// and it merges texts that are only canonically equal.
struct TypedSetElement: RawRepresentable, Hashable {
    /// The value itself. The serializers read a raw-representable value as its raw value.
    let rawValue: Any
    let identity: Int

    init(_ value: Any, identity: Int) {
        rawValue = value
        self.identity = identity
    }

    /// Always `nil`: an element has an identity only among others.
    init?(rawValue: Any) { nil }

    static func == (left: TypedSetElement, right: TypedSetElement) -> Bool {
        left.identity == right.identity
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }
}

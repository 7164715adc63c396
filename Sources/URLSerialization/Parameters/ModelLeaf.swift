/// A leaf of a ``ModelTree``: what a ``ParameterLeaf`` is, but without references.
enum ModelLeaf {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case float(Float)
    case text(ModelText)
    /// A leaf of another kind, by its position among those that the tree keeps.
    case other(Int)

    @inline(__always)
    static func integer(_ value: some FixedWidthInteger) -> ModelLeaf {
        Int64(exactly: value).map(ModelLeaf.int) ?? .uint(UInt64(value))
    }
}

/// A range of the texts of a ``ModelTree``.
struct ModelText {
    let start: Int
    let count: Int
}

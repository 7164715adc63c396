/// Makes keyed containers for one type of coding keys.
///
/// Each time a `KeyedEncodingContainer` is made of a generic container, the runtime looks up that container's type and
/// conformance, which takes as long as encoding three members. A maker's subclass is generic in the container, and so
/// knows both. The benchmark's *model* payload justifies it.
class KeyedContainerMaker<Key: CodingKey>: AnyKeyedContainerMaker, @unchecked Sendable {
    /// Returns a container for the children of a node.
    func container(_ state: ModelEncodingState, _ place: KeyedContainerPlace) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ModelKeyedContainer(state, place))
    }
}

/// The maker of a container.
private final class Maker<Container: TreeKeyedContainer>: KeyedContainerMaker<Container.Key>, @unchecked Sendable {
    override func container(
        _ state: ModelEncodingState, _ place: KeyedContainerPlace
    ) -> KeyedEncodingContainer<Container.Key> {
        KeyedEncodingContainer(Container(state, place))
    }
}

/// A maker for keys of any type. Makers have no state.
class AnyKeyedContainerMaker: @unchecked Sendable {
    fileprivate let keyType: ObjectIdentifier

    fileprivate init(_ keyType: any CodingKey.Type) {
        self.keyType = ObjectIdentifier(keyType)
    }
}

/// A keyed container of a model's tree.
protocol TreeKeyedContainer: KeyedEncodingContainerProtocol {
    init(_ state: ModelEncodingState, _ place: KeyedContainerPlace)
}

/// The place of a keyed container in a model's tree.
struct KeyedContainerPlace {
    let index: Int32
    let depth: Int32
    /// Whether keys are written unchanged.
    let hasGivenKeys: Bool
    /// The number of children that the node has.
    let children: Int32
}

/// The makers of this process, which are never released. A type of keys has one place, and of several types with one
/// place the first has a maker.
struct KeyedContainerMakers: Sendable {
    private static let shared = Locked(KeyedContainerMakers())

    private var makers = ContiguousArray<Unmanaged<AnyKeyedContainerMaker>?>(repeating: nil, count: 256)

    /// The makers known now.
    static var current: KeyedContainerMakers { shared.value }

    /// The maker for a type of keys, a ``KeyedContainerMaker`` of that type, if it is known.
    @inline(__always)
    subscript(_ keyType: any CodingKey.Type) -> Unmanaged<AnyKeyedContainerMaker>? {
        guard let maker = makers[Self.position(of: keyType)],
            maker._withUnsafeGuaranteedRef({ $0.keyType == ObjectIdentifier(keyType) })
        else { return nil }
        return maker
    }

    /// Adds a maker for a type of keys, unless its place is taken, and returns the makers known then.
    static func adding<Key: CodingKey>(_ keyType: Key.Type) -> KeyedContainerMakers {
        shared.withLock { known in
            let position = position(of: keyType)
            if known.makers[position] == nil {
                known.makers[position] = .passRetained(Maker<ModelKeyedContainer<Key>>(keyType))
            }
            return known
        }
    }

    @inline(__always)
    private static func position(of keyType: any CodingKey.Type) -> Int {
        // The lowest bits of addresses distinguish few types.
        Int(bitPattern: ObjectIdentifier(keyType)) >> 4 & 255
    }
}

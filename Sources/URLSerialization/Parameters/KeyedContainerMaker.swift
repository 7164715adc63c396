/// Makes keyed containers for one type of coding keys.
///
/// Each time a `KeyedEncodingContainer` is made of a generic container, the runtime looks up that container's type and
/// conformance, which takes as long as encoding three members. A maker's subclass is generic in the container, and so
/// knows both. The benchmark's *model* payload justifies it.
class KeyedContainerMaker<Key: CodingKey>: AnyKeyedContainerMaker, @unchecked Sendable {
    /// Adds a maker for a type of keys, and returns the makers known then.
    static func add() -> KeyedContainerMakers {
        .adding(Maker<ModelKeyedContainer<Key>>(Key.self), to: KeyedContainerMakers.ofEncoders)
    }

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

    init(_ keyType: any CodingKey.Type) {
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

/// The makers of this process for encoders or for decoders, which are never released. A type of keys has one place, and
/// of several types with one place the first has a maker.
@safe
struct KeyedContainerMakers: Sendable {
    /// The makers of class ``KeyedContainerMaker``.
    static let ofEncoders = Locked(KeyedContainerMakers())
    /// The makers of decoders' containers.
    static let ofDecoders = Locked(KeyedContainerMakers())

    private var makers = unsafe ContiguousArray<Unmanaged<AnyKeyedContainerMaker>?>(repeating: nil, count: 256)

    /// A maker that is known. It is never released, so counting references to it would only take time.
    @safe
    struct Known {
        private let maker: Unmanaged<AnyKeyedContainerMaker>

        fileprivate init(_ maker: Unmanaged<AnyKeyedContainerMaker>) {
            unsafe self.maker = unsafe maker
        }

        /// Calls `body` with the maker, which is of the class that the makers for these keys have.
        @inline(__always)
        func call<Maker: AnyKeyedContainerMaker, Result>(as type: Maker.Type, _ body: (Maker) -> Result) -> Result {
            unsafe maker._withUnsafeGuaranteedRef { body(unsafe unsafeDowncast($0, to: type)) }
        }
    }

    /// The maker for a type of keys, if it is known.
    @inline(__always)
    subscript(_ keyType: any CodingKey.Type) -> Known? {
        let keyType = ObjectIdentifier(keyType)
        guard let maker = unsafe makers[Self.position(of: keyType)],
            unsafe maker._withUnsafeGuaranteedRef({ $0.keyType == keyType })
        else { return nil }
        return unsafe Known(maker)
    }

    /// Adds a maker unless its place is taken, and returns the makers known then.
    static func adding(_ maker: AnyKeyedContainerMaker, to shared: Locked<KeyedContainerMakers>) -> KeyedContainerMakers
    {
        shared.withLock { known in
            let position = position(of: maker.keyType)
            if unsafe known.makers[position] == nil { unsafe known.makers[position] = .passRetained(maker) }
            return known
        }
    }

    @inline(__always)
    private static func position(of keyType: ObjectIdentifier) -> Int {
        // The lowest bits of addresses distinguish few types.
        Int(bitPattern: keyType) >> 4 & 255
    }
}

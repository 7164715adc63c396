/// The maker of keyed containers for one type of coding keys.
///
/// Each time a `KeyedEncodingContainer` is made of a generic container, the runtime looks up that container's type and
/// conformance, which takes as long as encoding three members. A maker's subclass is generic in the container, and so
/// knows both. The benchmark's *model* payload justifies it: it takes 11 % fewer instructions.
class KeyedContainerMaker<Key: CodingKey>: AnyKeyedContainerMaker, @unchecked Sendable {
    /// Adds a maker for a type of keys, and returns the makers known then.
    static func add() -> [ObjectIdentifier: AnyKeyedContainerMaker] {
        all.withLock { makers in
            makers[ObjectIdentifier(Key.self)] = Maker<ModelKeyedContainer<Key>>()
            return makers
        }
    }

    /// Returns a container for the children of the encoder's node.
    func container(_ encoder: ModelEncoder, hasGivenKeys: Bool) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ModelKeyedContainer(encoder, hasGivenKeys: hasGivenKeys))
    }
}

/// The maker of a container.
private final class Maker<Container: MadeContainer>: KeyedContainerMaker<Container.Key>, @unchecked Sendable {
    override func container(_ encoder: ModelEncoder, hasGivenKeys: Bool) -> KeyedEncodingContainer<Container.Key> {
        KeyedEncodingContainer(Container(encoder, hasGivenKeys: hasGivenKeys))
    }
}

/// A maker for keys of any type. Makers have no state.
class AnyKeyedContainerMaker: @unchecked Sendable {
    /// The makers of this process by their types of keys.
    static let all = Locked<[ObjectIdentifier: AnyKeyedContainerMaker]>([:])
}

/// A keyed container that a maker makes.
protocol MadeContainer: KeyedEncodingContainerProtocol {
    init(_ encoder: ModelEncoder, hasGivenKeys: Bool)
}

import URLSerialization

/// Returns a JSON object without the keys whose values are null and without the nulls in its arrays, at every level.
/// Collections that become empty are kept, as is a null at the top.
///
/// The object itself is not changed. An object with more than 512 levels, which no JSON has, is returned unchanged, as
/// is a collection that contains itself.
///
/// - Parameters:
///   - JSONObject: An object of `JSONSerialization`, with collections of Swift or Foundation.
///   - readingOptions: With `.mutableContainers` the collections are `NSMutableDictionary` and `NSMutableArray`.
///     Foundation on Linux returns nested ones as Swift collections.
/// - Complexity: Linear in the number of values.
public func AFJSONObjectByRemovingKeysWithNullValues(
    _ JSONObject: Any, _ readingOptions: JSONSerialization.ReadingOptions
) -> Any {
    guard let depth = JSONCopy.depth(of: JSONObject) else { return JSONObject }
    let copy = JSONCopy(isMutable: readingOptions.contains(.mutableContainers))
    do {
        // Not every thread has enough stack for so much recursion.
        return try LargeStack.run(ifDeeper: depth) { copy.withoutNulls(JSONObject) }
    } catch {
        preconditionFailure("Copying throws nothing: \(error)")
    }
}

/// A copy of a JSON object without its nulls.
struct JSONCopy {
    /// Whether the collections of the copy are mutable.
    let isMutable: Bool

    /// The number of levels that `JSONSerialization` reads.
    private static let maximumDepth = 512

    /// Returns the copy of a collection without nulls, or any other object unchanged.
    ///
    /// - Parameter outer: Foundation's collections around the object, the only ones that can contain themselves.
    func withoutNulls(_ object: Any, depth: Int = 0, inside outer: Set<ObjectIdentifier> = []) -> Any {
        guard depth < Self.maximumDepth, let collection = JSONCollection(object) else { return object }
        var outer = outer
        if let identity = collection.identity, !outer.insert(identity).inserted { return object }
        func copy(_ value: Any) -> Any? {
            // By type, because on Linux a cast bridges the contents of a collection.
            type(of: value) is NSNull.Type ? nil : withoutNulls(value, depth: depth + 1, inside: outer)
        }
        switch collection.content {
        case .dictionary(let entries):
            let kept = entries.compactMap { entry in copy(entry.value).map { (entry.key, $0) } }
            let dictionary = [AnyHashable: Any](kept) { first, _ in first }
            if isMutable { return NSMutableDictionary(dictionary: dictionary) }
            return dictionary as? [String: Any] ?? dictionary as Any
        case .array(let values):
            let kept = values.compactMap(copy)
            return isMutable ? NSMutableArray(array: kept) : kept as Any
        }
    }

    /// Returns the number of levels, or `nil` if there are more than JSON can have.
    ///
    /// Each of Foundation's collections counts once, so that one that contains itself does not count forever.
    static func depth(of object: Any) -> Int? {
        var seen: Set<ObjectIdentifier> = []
        var level = [object]
        for depth in 0...maximumDepth {
            let collections = level.compactMap(JSONCollection.init).filter { collection in
                collection.identity.map { seen.insert($0).inserted } ?? true
            }
            if collections.isEmpty { return depth }
            level = collections.flatMap(\.values)
        }
        return nil
    }
}

/// A dictionary or an array of Swift or Foundation.
private struct JSONCollection {
    enum Content {
        case dictionary([(key: AnyHashable, value: Any)])
        case array([Any])
    }

    let content: Content
    /// The identity of one of Foundation's collections.
    let identity: ObjectIdentifier?

    /// Creates the collection of an object, or returns `nil` for another object. The core classifies it by its type: on
    /// Linux a cast bridges the contents of a collection, and never ends if one of Foundation's contains itself.
    init?(_ object: Any) {
        var readings = ParameterReadings()
        switch try? readings.ownNode(of: object) {
        case .dictionary(let entries, _):
            content = .dictionary(
                entries.compactMap { entry in
                    let key = (entry.key as? String).map(AnyHashable.init) ?? entry.key as? AnyHashable
                    return key.map { ($0, entry.value) }
                })
        case .array(let elements) where !(type(of: object) is NSOrderedSet.Type): content = .array(elements)
        default: return nil
        }
        identity = type(of: object) is AnyClass ? ObjectIdentifier(object as AnyObject) : nil
    }

    var values: [Any] {
        switch content {
        case .dictionary(let entries): entries.map(\.value)
        case .array(let values): values
        }
    }
}

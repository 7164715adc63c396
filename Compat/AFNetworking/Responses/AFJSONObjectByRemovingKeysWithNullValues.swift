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
        guard depth < Self.maximumDepth, let collection = Collection(object) else { return object }
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
            let collections = level.compactMap(Collection.init).filter { collection in
                collection.identity.map { seen.insert($0).inserted } ?? true
            }
            if collections.isEmpty { return depth }
            level = collections.flatMap(\.values)
        }
        return nil
    }
}

/// A dictionary or an array of Swift or Foundation.
private struct Collection {
    enum Content {
        case dictionary([(key: AnyHashable, value: Any)])
        case array([Any])
    }

    let content: Content
    /// The identity of one of Foundation's collections.
    let identity: ObjectIdentifier?

    /// Creates the collection of an object, or returns `nil` for another object. The types that JSON consists of are
    /// compared first: on Linux any other cast bridges the contents of a collection, and never ends if one of
    /// Foundation's contains itself.
    init?(_ object: Any) {
        let type = type(of: object)
        if type == [String: Any].self, let dictionary = object as? [String: Any] {
            self.init(.dictionary(dictionary.map { ($0.key, $0.value) }))
        } else if type == [Any].self, let array = object as? [Any] {
            self.init(.array(array))
        } else if type is NSDictionary.Type, let dictionary = object as? NSDictionary {
            let entries = dictionary.storedEntries.compactMap { entry in
                let key = (entry.key as? String).map(AnyHashable.init) ?? entry.key as? AnyHashable
                return key.map { (key: $0, value: entry.value) }
            }
            self.init(.dictionary(entries), ObjectIdentifier(dictionary))
        } else if type is NSArray.Type, let array = object as? NSArray {
            self.init(.array(array.storedElements), ObjectIdentifier(array))
        } else if type is AnyClass {
            return nil
        } else if let dictionary = object as? [AnyHashable: Any] {
            self.init(.dictionary(dictionary.map { ($0.key, $0.value) }))
        } else if let array = object as? [Any] {
            self.init(.array(array))
        } else {
            return nil
        }
    }

    private init(_ content: Content, _ identity: ObjectIdentifier? = nil) {
        (self.content, self.identity) = (content, identity)
    }

    var values: [Any] {
        switch content {
        case .dictionary(let entries): entries.map(\.value)
        case .array(let values): values
        }
    }
}

// Foundation on Linux bridges the objects that it returns: enumerating an NSDictionary turns every dictionary inside it
// into a Swift one, at all levels. A deep tree, or one that contains itself, exhausts the stack before its depth can be
// checked, and each level of a walk bridges all levels below. An NSDictionary's `allKeys` and `allValues` are not
// bridged. For an NSArray or an NSSet only the mirror has such elements: making it takes 320 ns, and each element 150
// to 300. A subclass stores its elements itself, so it is enumerated. On Darwin enumeration does not bridge.
// NSOrderedSet's own mirror bridges, so it is enumerated too.

extension NSDictionary {
    /// The keys and values, none of them bridged.
    package var storedEntries: [(key: Any, value: Any)] {
        #if !canImport(Darwin)
            if type(of: self) == NSDictionary.self || type(of: self) == NSMutableDictionary.self {
                return zip(allKeys, allValues).map { (key: $0, value: $1) }
            }
        #endif
        return keyEnumerator().compactMap { key in object(forKey: key).map { (key: key, value: $0) } }
    }
}

extension NSArray {
    /// The elements, none of them bridged.
    package var storedElements: [Any] {
        #if !canImport(Darwin)
            if type(of: self) == NSArray.self || type(of: self) == NSMutableArray.self {
                return customMirror.children.map(\.value)
            }
        #endif
        return (0..<count).map { object(at: $0) }
    }
}

extension NSSet {
    /// The elements, none of them bridged.
    package var storedElements: [Any] {
        #if !canImport(Darwin)
            if [NSSet.self, NSMutableSet.self, NSCountedSet.self].contains(where: { $0 == type(of: self) }) {
                return customMirror.children.map(\.value)
            }
        #endif
        return objectEnumerator().map { $0 }
    }
}

extension NSOrderedSet {
    /// The elements. Foundation on Linux counts a repeated element once, but enumerates it twice.
    var distinctElements: [Any] {
        #if !canImport(Darwin)
            if type(of: self) == NSOrderedSet.self || type(of: self) == NSMutableOrderedSet.self {
                let (elements, seen) = (map { $0 as Any }, NSMutableSet())
                return elements.count == count
                    ? elements
                    : elements.filter { element in
                        defer { seen.add(element) }
                        return !seen.contains(element)
                    }
            }
        #endif
        return (0..<count).map { object(at: $0) }
    }
}

extension NSNumber {
    /// The Objective-C type of the number's value.
    var encodedType: UInt8 { unsafe UInt8(bitPattern: objCType.pointee) }
}

extension PropertyListSerialization {
    /// Returns the object of a property list of any format. Foundation's own method takes a pointer.
    static func object(from data: Data) throws -> Any { unsafe try propertyList(from: data, options: [], format: nil) }
}

/// A dictionary for Foundation's writer of property lists.
enum FoundationDictionary {
    /// Whether Foundation's dictionaries keep canonically equivalent keys apart.
    static var holdsEquivalentKeys: Bool {
        #if canImport(Darwin)
            true
        #else
            false
        #endif
    }

    /// Returns a dictionary of these keys and objects, or `nil` if no dictionary on this system can hold them all.
    ///
    /// Swift's dictionaries hold only one of two canonically equivalent keys. An `NSDictionary` on Linux does the same
    /// if their hash values happen to agree, which is not reliable, so it is not tried. Darwin's keeps the keys apart.
    static func make(keys: [String], objects: [Any]) -> Any? {
        let dictionary = [String: Any](zip(keys, objects)) { first, _ in first }
        if dictionary.count == keys.count { return dictionary }
        guard holdsEquivalentKeys else { return nil }
        let apart = NSMutableDictionary()
        for (key, object) in zip(keys, objects) { apart.setObject(object, forKey: key as NSString) }
        return apart.count == keys.count ? apart : nil
    }
}

extension NSObject {
    /// Whether the class is that of the boxes for Swift values in Foundation collections, which has no public name.
    /// Casts see the value in a box, except on Darwin's NSObject.
    static var isBoxOfSwiftValue: Bool { String(describing: self) == "__SwiftValue" }
}

/// Returns the value if its type is exactly `Exact`: no bridging, no unwrapping. The type of an object in `Any` is that
/// of the variable it came from, so the object may be of a subclass.
///
/// A cast accepts more and costs several times as much, even if the types are the same, because the runtime examines
/// both. The bits are reinterpreted only if both types, and therefore their layouts, are the same; the benchmark's
/// *flat*, *nested* and *model* payloads justify it.
@inline(__always)
func exact<Value, Exact>(_ value: Value, _: Exact.Type) -> Exact? {
    Value.self == Exact.self ? _identityCast(value, to: Exact.self) : nil
}

/// Returns a value in `Any`, whose type is `Exact`.
func opened<Exact>(_ value: Any, _: Exact.Type) -> Exact {
    func open<Value>(_ value: Value) -> Exact {
        // The elements of Foundation's collections are references to objects of the class `Exact`.
        let isReference = Value.self == AnyObject.self || Value.self == NSObject.self
        if isReference || Value.self == Exact.self { return unsafe unsafeBitCast(value, to: Exact.self) }
        // swift-format-ignore: NeverForceUnwrap
        return value as! Exact
    }
    return _openExistential(value, do: open)
}

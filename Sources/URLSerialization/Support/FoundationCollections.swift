// Foundation on Linux bridges the objects that it returns: enumerating an NSDictionary turns every dictionary inside it
// into a Swift one, at all levels. A deep tree, or one that contains itself, exhausts the stack before its depth can be
// checked, and each level of a walk bridges all levels below. The collections' mirrors show the stored objects
// unbridged, in half the time. A subclass stores its elements itself, and its mirror does not show them. On Darwin
// enumeration does not bridge. NSOrderedSet's own mirror bridges, so it is enumerated.

extension NSDictionary {
    /// The keys and values, none of them bridged.
    package var storedEntries: [(key: Any, value: Any)] {
        stored(NSDictionary.self, NSMutableDictionary.self)?.compactMap { element in
            (element as? (key: NSObject, value: AnyObject)).map { (key: $0.key, value: $0.value) }
        } ?? keyEnumerator().compactMap { key in object(forKey: key).map { (key: key, value: $0) } }
    }
}

extension NSArray {
    /// The elements, none of them bridged.
    package var storedElements: [Any] {
        stored(NSArray.self, NSMutableArray.self) ?? (0..<count).map { object(at: $0) }
    }
}

extension NSSet {
    /// The elements, none of them bridged.
    package var storedElements: [Any] {
        stored(NSSet.self, NSMutableSet.self, NSCountedSet.self) ?? objectEnumerator().map { $0 }
    }
}

extension NSObject {
    /// The elements that a collection of one of these types stores, or `nil` for another type and on Darwin.
    fileprivate func stored(_ types: AnyClass...) -> [Any]? {
        #if canImport(Darwin)
            nil
        #else
            types.contains { $0 == type(of: self) } ? Mirror(reflecting: self).children.map(\.value) : nil
        #endif
    }
}

extension NSOrderedSet {
    /// The elements. Foundation on Linux counts a repeated element once, but enumerates it twice.
    var distinctElements: [Any] {
        let elements = map { $0 as Any }
        guard elements.count != count else { return elements }
        let seen = NSMutableSet()
        return elements.filter { element in
            defer { seen.add(element) }
            return !seen.contains(element)
        }
    }
}

extension NSNumber {
    /// The Objective-C type of the number's value.
    var encodedType: UInt8 { unsafe UInt8(bitPattern: objCType.pointee) }
}

extension PropertyListSerialization {
    /// Returns the object of a property list of any format. Foundation's own method takes a pointer.
    static func object(from data: Data) throws -> Any {
        unsafe try propertyList(from: data, options: [], format: nil)
    }
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
        #if canImport(Darwin)
            let apart = NSMutableDictionary()
            for (key, object) in zip(keys, objects) { apart.setObject(object, forKey: key as NSString) }
            return apart.count == keys.count ? apart : nil
        #else
            return nil
        #endif
    }
}

extension NSObject {
    /// Whether this object is a box for a Swift value in a Foundation collection.
    ///
    /// Casts see the value rather than the object, which is examined only if all of them failed. Darwin unwraps such a
    /// value by itself. On Linux, where the collection is read through its mirror, the object's class has no public
    /// name. Its mirror does not help, since it is the value's own mirror if that has one.
    var isBoxOfSwiftValue: Bool {
        #if canImport(Darwin)
            false
        #else
            String(describing: type(of: self)) == "__SwiftValue"
        #endif
    }
}

/// Returns the value if its type is exactly `Exact`: no subclass, no bridging, no unwrapping.
///
/// A cast accepts more and costs several times as much, even if the types are the same, because the runtime examines
/// both. The bits are reinterpreted only if both types, and therefore their layouts, are the same; the benchmark's
/// *flat*, *nested* and *model* payloads justify it.
@inline(__always)
func exact<Value, Exact>(_ value: Value, _: Exact.Type) -> Exact? {
    Value.self == Exact.self ? _identityCast(value, to: Exact.self) : nil
}

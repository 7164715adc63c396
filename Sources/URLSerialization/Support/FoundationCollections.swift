// Foundation on Linux bridges what it hands out: to enumerate an NSDictionary is to turn every dictionary inside it into
// a Swift one, all the way down. A deep tree or one that contains itself exhausts the stack before anyone can look at
// its depth, and each level of a walk bridges all levels below. The collections' mirrors show what is stored as it is,
// in half the time. On Darwin enumeration does no more than that. NSOrderedSet's own mirror bridges; it is enumerated.

extension NSDictionary {
    /// The keys and values, none of them bridged.
    package var storedEntries: [(key: Any, value: Any)] {
        #if canImport(Darwin)
            map { (key: $0.key as Any, value: $0.value as Any) }
        #else
            Mirror(reflecting: self).children.compactMap { child in
                (child.value as? (key: NSObject, value: AnyObject)).map { (key: $0.key, value: $0.value) }
            }
        #endif
    }
}

extension NSArray {
    /// The elements, none of them bridged.
    package var storedElements: [Any] {
        #if canImport(Darwin)
            map { $0 as Any }
        #else
            Mirror(reflecting: self).children.map(\.value)
        #endif
    }
}

extension NSSet {
    /// The elements, none of them bridged.
    package var storedElements: [Any] {
        #if canImport(Darwin)
            map { $0 as Any }
        #else
            Mirror(reflecting: self).children.map(\.value)
        #endif
    }
}

extension NSOrderedSet {
    /// The elements. Foundation on Linux counts an element that was given twice once, but enumerates it twice.
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

/// A dictionary for Foundation's writers.
enum FoundationDictionary {
    /// Whether Foundation's dictionaries keep canonically equivalent keys apart.
    static var holdsEquivalentKeys: Bool {
        #if canImport(Darwin)
            true
        #else
            false
        #endif
    }

    /// A dictionary of these keys and objects, or nil where no dictionary on this system holds them all.
    ///
    /// Swift's dictionaries hold one of two canonically equivalent keys. So does an `NSDictionary` on Linux, if its hash
    /// values happen to agree: it is then no dictionary at all, and is not tried. Darwin's keeps the keys apart.
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
    /// Whether this object was made to hold a Swift value in a Foundation collection.
    ///
    /// Casts see the value, not the object, which is looked at only where they all failed. Darwin takes such a value out
    /// again by itself; on Linux, where the collection is read by its mirror, the object's class has no public name. Its
    /// mirror is of no use: it is the value's own where that has one.
    var isBoxOfSwiftValue: Bool {
        #if canImport(Darwin)
            false
        #else
            String(describing: type(of: self)) == "__SwiftValue"
        #endif
    }
}

/// The names of properties that every JavaScript object has. qs ignores keys with these names.
enum JavaScriptNames {
    /// Whether a key is one of the names.
    static func contains(_ key: some RandomAccessCollection<UInt8>) -> Bool {
        // The names have 7 to 20 characters.
        guard key.count >= 7, key.count <= 20, let first = key.first, "_chiptv".utf8.contains(first) else {
            return false
        }
        return names.contains { $0.utf8.count == key.count && key.elementsEqual($0.utf8) }
    }

    private static let names = [
        "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
        "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
    ]
}

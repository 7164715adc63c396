/// Names of properties that every JavaScript object has: qs ignores keys with such names.
enum JavaScriptNames {
    /// Whether a key is one of them.
    static func contains(_ key: some Sequence<UInt8>) -> Bool { names.contains { key.elementsEqual($0.utf8) } }

    private static let names = [
        "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
        "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
    ]
}

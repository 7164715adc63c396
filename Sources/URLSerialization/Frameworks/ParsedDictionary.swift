/// Values by key, in the order in which the keys first appeared.
final class ParsedDictionary {
    private(set) var keys: [[UInt8]] = []
    private(set) var values: [ParsedValue] = []
    private var positions: [[UInt8]: Int] = [:]
    /// PHP's key for the next value without one. The least integer stands for 0.
    private var nextIndex = Int64.min
    /// The number of the keys' characters, which Rack limits.
    private(set) var keySpace = 0

    subscript(key: [UInt8]) -> ParsedValue? { positions[key].map { values[$0] } }

    /// Sets the value of a key, which keeps its place, and returns whether the key is new.
    @discardableResult
    func set(_ key: [UInt8], _ value: ParsedValue) -> Bool {
        if let position = positions[key] {
            values[position] = value
            return false
        }
        positions[key] = keys.count
        keys.append(key)
        values.append(value)
        return true
    }

    /// Removes a key with its value: linear in the entries.
    func remove(_ key: [UInt8]) {
        guard let position = positions.removeValue(forKey: key) else { return }
        keys.remove(at: position)
        values.remove(at: position)
        for later in keys.indices[position...] { positions[keys[later]] = later }
    }

    /// Sets the value of a key as PHP does, which numbers later values from the greatest integer key.
    func setPHP(_ key: [UInt8], _ value: ParsedValue) {
        set(key, value)
        if let index = DecimalKey.value(of: key), index >= nextIndex { nextIndex = index == .max ? .max : index + 1 }
    }

    /// Adds a value without a key as PHP does, and returns whether there was a key left for it.
    func appendPHP(_ value: ParsedValue) -> Bool {
        let key = Array(String(nextIndex == .min ? 0 : nextIndex).utf8)
        guard self[key] == nil else { return false }
        setPHP(key, value)
        return true
    }

    /// Sets the value of a key, and counts the characters of a new one.
    func setRack(_ key: [UInt8], _ value: ParsedValue) {
        if set(key, value) { keySpace += key.count { $0 & 0xC0 != 0x80 } }
    }

    /// The positions of the entries in the order of a JavaScript object: keys that are array indices come first,
    /// ascending.
    var javaScriptOrder: [Int] {
        var indices: [(index: UInt32, position: Int)] = []
        var others: [Int] = []
        for (position, key) in keys.enumerated() {
            if let index = DecimalKey.value(of: key), let index = UInt32(exactly: index), index < .max {
                indices.append((index, position))
            } else {
                others.append(position)
            }
        }
        return indices.sorted { $0.index < $1.index }.map(\.position) + others
    }

    /// Whether the keys are 0, 1, 2… in that order.
    var isList: Bool { keys.enumerated().allSatisfy { DecimalKey.value(of: $1) == Int64($0) } }
}

/// The options for Foundation objects made from a document.
struct ObjectOptions {
    /// The nulls that are left out.
    var nulls = NullRemoval.kept
    /// Whether collections are `NSMutableArray` and `NSMutableDictionary`.
    var hasMutableContainers = false
    /// Whether texts are `NSMutableString` (`JSONSerialization`'s `.mutableLeaves`).
    var hasMutableLeaves = false
    /// Whether the first of several equal keys is kept, as in binary property lists, rather than the last.
    var keepsFirstKeys = false
}

/// A sink that makes Foundation objects from a reader's calls, as `JSONSerialization` on Linux does.
///
/// | calls | object |
/// |---|---|
/// | number `1` | `NSNumber` 1 |
/// | beginDictionary, key `a`, null, end | `["a": NSNull()]`, or `[:]` without nulls |
/// | beginArray, bool true, end | `[true]`, a boolean `NSNumber` in a `[Any]` |
///
/// In a property list a Boolean is Swift's, and a dictionary an `[AnyHashable: Any]`.
///
/// Values wait on a stack, and a collection is made at its final size. If keys are equal, the last value is kept, under
/// the first key, as in a Swift dictionary. A dictionary with the keys of an earlier one is made from the earlier one,
/// without hashing. The benchmark's *records* justify it.
struct ObjectSink<Key: Hashable>: ValueSink, ~Copyable {
    /// An open array or dictionary, with the places of its content in the stacks.
    private struct Frame {
        let isDictionary: Bool
        let firstValue: Int
        let firstKey: Int
        /// Whether the values of some keys are nulls, which are left out at the end: a later value may replace one.
        var hasRemovedNulls = false
    }

    /// The keys of dictionaries read before, and their places.
    private struct Shape {
        var hash: UInt64 = 0
        var keys: [UInt8] = []
        var places: [Key: Int]?
    }

    private let options: ObjectOptions
    private var values: ContiguousArray<Any> = []
    private var frames: ContiguousArray<Frame> = []
    /// The offsets at which the keys of the open dictionaries begin.
    private var keyStarts: ContiguousArray<Int> = []
    /// The keys of the open dictionaries, each followed by 0xFF, which is not in UTF-8.
    private var keys = ByteBuffer(capacity: 256)
    private var shapes: [Shape] = []
    private var offset = 0
    /// The offset of the first number that is too large.
    private var firstTooLarge: Int?

    init(_ options: ObjectOptions = ObjectOptions()) {
        self.options = options
        values.reserveCapacity(32)
        keyStarts.reserveCapacity(32)
        frames.reserveCapacity(8)
    }

    /// Returns the object of the whole document.
    ///
    /// - Throws: The error of a number that is too large. A number whose key receives another value later is ignored,
    ///   as in `JSONSerialization`.
    consuming func object() throws(ReadingError) -> Any {
        let object = values[0]
        if firstTooLarge != nil, let number = TooLargeNumber.first(in: object) {
            throw ReadingError("A number is too large", at: number.offset)
        }
        return object
    }

    @inline(__always)
    mutating func willRead(at offset: Int) { self.offset = offset }

    @inline(__always)
    mutating func null() {
        guard options.nulls != .kept, let frame = frames.last else { return values.append(NSNull()) }
        if frame.isDictionary {
            frames[frames.count - 1].hasRemovedNulls = true
        } else if options.nulls == .everywhere {
            return
        }
        values.append(NSNull())
    }

    @inline(__always)
    mutating func bool(_ value: Bool) {
        values.append(Key.self == String.self ? JSONNumber.boolean(value) as Any : value)
    }

    @inline(__always)
    mutating func number(_ text: ByteRun) {
        if let number = JSONNumber.number(text) { return values.append(number) }
        firstTooLarge = firstTooLarge ?? offset
        values.append(TooLargeNumber(offset: offset))
    }

    @inline(__always)
    mutating func text(_ text: ByteRun) -> Bool {
        guard let text = text.validString else { return false }
        if options.hasMutableLeaves { values.append(NSMutableString(string: text)) } else { values.append(text) }
        return true
    }

    /// Adds an object that Foundation has read, with its collections as the options require.
    mutating func add(_ object: Any) {
        switch object {
        case is NSNull: null()
        case let dictionary as [String: Any]:
            beginDictionary()
            for (name, value) in dictionary where name.withRun({ key($0, isMalformed: false) }) { add(value) }
            end()
        case let array as [Any]:
            beginArray()
            for element in array { add(element) }
            end()
        default: values.append(object)
        }
    }

    mutating func leaf(_ value: ParameterValue, text: ByteRun) {
        if case .bool(let value) = value { bool(value) } else { values.append(value.foundationObject) }
    }

    @inline(__always)
    mutating func beginArray() {
        frames.append(Frame(isDictionary: false, firstValue: values.count, firstKey: keyStarts.count))
    }

    @inline(__always)
    mutating func beginDictionary() {
        frames.append(Frame(isDictionary: true, firstValue: values.count, firstKey: keyStarts.count))
    }

    @inline(__always)
    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool {
        guard text.isASCII || text.firstInvalid == nil else { return false }
        keyStarts.append(keys.count)
        text.append(to: &keys)
        keys.append(0xFF)
        return true
    }

    mutating func end() {
        guard let frame = frames.popLast() else { return }
        let object: Any
        if frame.isDictionary {
            let dictionary = dictionary(frame)
            object = options.hasMutableContainers ? NSMutableDictionary(dictionary: dictionary) : dictionary
        } else {
            let array = Array(values[frame.firstValue...])
            object = options.hasMutableContainers ? NSMutableArray(array: array) : array
        }
        values.removeLast(values.count - frame.firstValue)
        values.append(object)
    }

    private mutating func dictionary(_ frame: Frame) -> [Key: Any] {
        let count = values.count - frame.firstValue
        guard count > 0 else { return [:] }
        var dictionary: [Key: Any]
        // The outermost object is the last one.
        if !frames.isEmpty, let places = places(of: frame) {
            dictionary = places.mapValues { values[frame.firstValue + $0] }
        } else {
            dictionary = Dictionary(minimumCapacity: count)
            for place in 0..<count {
                let key = key(from: keyStarts[frame.firstKey + place])
                if !options.keepsFirstKeys {
                    dictionary[key] = values[frame.firstValue + place]
                } else if let first = dictionary.updateValue(values[frame.firstValue + place], forKey: key) {
                    dictionary[key] = first
                }
            }
        }
        keys.truncate(to: keyStarts[frame.firstKey])
        keyStarts.removeLast(count)
        if frame.hasRemovedNulls {
            let nulls = dictionary.filter { type(of: $0.value) == NSNull.self }
            for key in nulls.keys { dictionary.removeValue(forKey: key) }
        }
        return dictionary
    }

    /// Returns the places of keys that an earlier object had as well.
    private mutating func places(of frame: Frame) -> [Key: Int]? {
        let bytes = keys.run(from: keyStarts[frame.firstKey])
        let hash = bytes.placeHash
        if shapes.isEmpty { shapes = Array(repeating: Shape(), count: 16) }
        let slot = Int(hash & 15)
        guard shapes[slot].hash == hash else {
            shapes[slot] = Shape(hash: hash)
            return nil
        }
        if let places = shapes[slot].places { return bytes.elementsEqual(shapes[slot].keys) ? places : nil }
        let starts = keyStarts[frame.firstKey...]
        var places: [Key: Int] = Dictionary(minimumCapacity: starts.count)
        for (place, start) in starts.enumerated() { places[key(from: start)] = place }
        if places.count == starts.count { (shapes[slot].keys, shapes[slot].places) = (Array(bytes), places) }
        return nil
    }

    /// Returns the key that begins at an offset.
    @inline(__always)
    private func key(from start: Int) -> Key {
        let bytes = keys.run(from: start)
        let text = bytes.part(0..<bytes.distance(to: 0xFF, from: 0)).string
        return Key.self == String.self
            ? _identityCast(text, to: Key.self) : _identityCast(AnyHashable(text), to: Key.self)
    }
}

/// A number out of the range of `Double`. In an object with a repeated key a later value may replace it.
private struct TooLargeNumber {
    let offset: Int

    /// Returns a number that is too large in an object, or `nil`.
    static func first(in object: Any) -> TooLargeNumber? {
        var waiting = [object]
        while let next = waiting.popLast() {
            switch next {
            case let number as TooLargeNumber: return number
            case let dictionary as [String: Any]: waiting += dictionary.values
            case let array as [Any]: waiting += array.reversed()
            default: break
            }
        }
        return nil
    }
}

/// The nulls that are removed from a decoded JSON document.
///
/// Removal is recursive, in dictionaries and arrays, and keeps collections that become empty.
public enum NullRemoval: String, Hashable, Codable, Sendable {
    /// Nulls stay, as `NSNull` objects: AFNetworking's default.
    case kept = "none"
    /// Keys with null values are removed; nulls in arrays stay, as in AFNetworking 3.x.
    case inDictionaries
    /// Keys with null values and nulls in arrays are removed, as in AFNetworking 4.x
    /// (`AFJSONObjectByRemovingKeysWithNullValues`).
    case everywhere
}

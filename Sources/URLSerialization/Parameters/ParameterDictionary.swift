/// Parameter values by key, in the caller's order.
///
/// Keys are unique by their UTF-8. Unlike `Dictionary`, and like `NSDictionary`, it distinguishes precomposed and
/// decomposed `é`. Setting an existing key replaces its value and keeps its place. Equality ignores the order.
public struct ParameterDictionary: Sendable {
    /// A key, unique by its UTF-8, and its value.
    public typealias Element = (key: String, value: ParameterValue)

    private(set) var entries: [Element] = []

    /// Creates an empty dictionary, which keeps the order in which keys are added.
    public init() {}

    /// Creates a dictionary of pairs in their order. If two pairs have the same key, the later value is kept, in the
    /// place of the earlier one.
    ///
    /// - Complexity: Linear in the number of pairs.
    public init(_ pairs: some Sequence<Element>) {
        entries.reserveCapacity(pairs.underestimatedCount)
        var positions: [UTF8Key: Int] = [:]
        for pair in pairs {
            // A new key, the usual case, takes one search.
            if let position = positions.updateValue(entries.count, forKey: UTF8Key(pair.key)) {
                entries[position].value = pair.value
                positions[UTF8Key(pair.key)] = position
            } else {
                entries.append(pair)
            }
        }
    }

    /// Creates a dictionary of pairs with different keys.
    init(distinct entries: [Element]) { self.entries = entries }

    /// The value under a key; setting `nil` removes the key.
    ///
    /// - Complexity: Linear in the number of keys.
    public subscript(key: String) -> ParameterValue? {
        get { position(of: key).map { entries[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): entries[position].value = value
            case (let position?, nil): entries.remove(at: position)
            case (nil, let value?): entries.append((key, value))
            case (nil, nil): break
            }
        }
    }

    /// The keys, in the order of the pairs.
    public var keys: [String] { entries.map(\.key) }

    /// The values, in the order of the pairs.
    public var values: [ParameterValue] { entries.map(\.value) }

    private func position(of key: String) -> Int? { entries.firstIndex { $0.key.utf8.elementsEqual(key.utf8) } }
}

extension ParameterDictionary: RandomAccessCollection {
    /// The position of the first pair.
    public var startIndex: Int { entries.startIndex }
    /// The position past the last pair.
    public var endIndex: Int { entries.endIndex }
    /// The pair at a position, counted from 0 in the caller's order.
    public subscript(position: Int) -> Element { entries[position] }
}

extension ParameterDictionary: Hashable {
    /// Whether both have equal values under the same keys, in any order.
    ///
    /// - Complexity: Linear in the number of keys.
    public static func == (left: ParameterDictionary, right: ParameterDictionary) -> Bool {
        left.count == right.count && left.byKey == right.byKey
    }

    /// Hashes the pairs regardless of their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(byKey) }

    private var byKey: [UTF8Key: ParameterValue] {
        Dictionary(uniqueKeysWithValues: entries.map { (UTF8Key($0.key), $0.value) })
    }
}

extension ParameterDictionary: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary of the literal's pairs in their order. If two pairs have the same key, the later value is
    /// kept.
    public init(dictionaryLiteral pairs: (String, ParameterValue)...) {
        self.init(pairs.map { (key: $0.0, value: $0.1) })
    }
}

/// A key compared by its UTF-8, not by canonical equivalence.
package struct UTF8Key: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
        left.text.withRun { left in right.text.withRun { left.hasSameBytes(as: $0) } }
    }

    package func hash(into hasher: inout Hasher) { text.withRun { $0.hash(into: &hasher) } }
}

import URLSerialization

/// The differences between the pairs of two queries or forms.
///
/// | old | new | difference |
/// |---|---|---|
/// | `a%5B%5D=1&v=1` | `a[0]=1&v=true` | `a[]`: array-indexed, escaping; `v`: boolean-as-word |
/// | `a=1&b=2` | `b=2&a=1` | pair-order |
/// | `l=x&l=y` | `l=x%2Cy` | `l`: array-joined |
struct PairDifferences {
    private(set) var items: [RequestDifference.Item] = []
    private let old, new: [SentPair]
    private let part: RequestDifference.Part
    private let isRead: Bool
    /// The pairs that belong together, by their numbers.
    private var partners: [(old: Int, new: Int)] = []
    private var (oldPlaces, newPlaces): (Places?, Places?) = (nil, nil)

    /// The value that a server reads for each pair, with its place; `nil` if they are not known.
    private struct Places {
        let places: [Int: Int]
        let leaves: [PayloadLeaf]

        let byPath: [PayloadPath: PayloadLeaf]
    }

    /// - Parameter reader: The server's reader, for the effect of each difference; `nil` for none.
    init(_ old: String, _ new: String, _ part: RequestDifference.Part, _ reader: ServerReader?) {
        (self.old, self.new) = (SentPair.pairs(ofQuery: old), SentPair.pairs(ofQuery: new))
        (self.part, isRead) = (part, reader != nil)
        guard old != new else { return }
        oldPlaces = reader.flatMap { Self.places(old, self.old, $0) }
        newPlaces = reader.flatMap { Self.places(new, self.new, $0) }
        compare()
    }

    private static func places(_ query: String, _ pairs: [SentPair], _ reader: ServerReader) -> Places? {
        guard let tree = try? reader.reading(of: query).parameters else { return nil }
        let leaves = ServerMatch.leaves(of: tree, reader.dialect)
        return ServerMatch.positions(of: pairs, leaves, reader).map { places in
            let byPath = Dictionary(leaves.map { ($0.path, $0) }) { first, _ in first }
            return Places(places: places, leaves: leaves, byPath: byPath)
        }
    }

    private mutating func add(
        _ place: String, _ old: String?, _ new: String?, _ reasons: [Reason], _ effect: RequestDifference.Effect?,
        isReversed: Bool = false
    ) {
        items.append(
            RequestDifference.Item(part, place, old, new, reasons, isRead ? effect : nil, isReversed: isReversed))
    }

    private mutating func compare() {
        var (oldLeft, newLeft) = (Array(old.indices), Array(new.indices))
        // The nearest partners first: the same bytes, the same key and text, the same key, the same names in it.
        let names: [(SentPair) -> String] = [
            { String($0.spelling) }, { "\($0.key)\u{0}\($0.received ?? "\u{0}")" }, { $0.key },
            { Self.names(in: $0.key) },
        ]
        for (stage, name) in names.enumerated() where !oldLeft.isEmpty && !newLeft.isEmpty {
            if stage == 2 { takeJoinedArrays(&oldLeft, &newLeft) }
            var waiting = Dictionary(grouping: newLeft.reversed()) { name(new[$0]) }
            let found = oldLeft.compactMap { number in
                waiting[name(old[number])]?.popLast().map { (old: number, new: $0) }
            }
            oldLeft.removeAll(where: Set(found.map(\.old)).contains)
            newLeft.removeAll(where: Set(found.map(\.new)).contains)
            partners += found
        }
        partners.sort { $0.old < $1.old }
        for (number, partner) in partners { compare(number, partner) }
        for number in oldLeft {
            add(old[number].key, old[number].received ?? "", nil, [.pairLost], effect(number, nil))
        }
        for number in newLeft {
            add(new[number].key, nil, new[number].received ?? "", [.pairAdded], effect(nil, number))
        }
        compareOrder()
    }

    /// Takes arrays that the new query writes as one text with commas.
    private mutating func takeJoinedArrays(_ oldLeft: inout [Int], _ newLeft: inout [Int]) {
        let arrays = Dictionary(grouping: oldLeft) { Self.names(in: old[$0].key) }.filter { $1.count > 1 }
        for number in newLeft where !arrays.isEmpty {
            guard let elements = arrays[Self.names(in: new[number].key)], let text = new[number].received,
                text == elements.map({ old[$0].received ?? "" }).joined(separator: ",")
            else { continue }
            newLeft.removeAll { $0 == number }
            oldLeft.removeAll(where: elements.contains)
            add(old[elements[0]].key, Report.count(elements.count, "pair"), text, [.arrayJoined], .text)
        }
    }

    private mutating func compareOrder() {
        guard partners.map(\.new) != partners.map(\.new).sorted() else { return }
        let groups = Dictionary(grouping: partners) { Self.names(in: old[$0.old].key) }.values
        let moved = groups.filter { group in
            let numbers = group.map(\.new)
            return numbers != numbers.sorted() && Set(group.map { old[$0.old].received }).count > 1
        }
        for group in moved.sorted(by: { $0[0].old < $1[0].old }) {
            func list(_ pairs: [SentPair]) -> String { Report.list(pairs.map { $0.received ?? "" }) }
            let (before, after) = (group.map { old[$0.old] }, group.map(\.new).sorted().map { new[$0] })
            add(before[0].key, list(before), list(after), [.elementsAlphabetized], .text)
        }
        guard moved.isEmpty else { return }
        add("", Report.list(old.map(\.key)), Report.list(new.map(\.key)), [.pairOrder], .nothing)
    }

    /// Compares two pairs that belong together.
    private mutating func compare(_ number: Int, _ partner: Int) {
        let (old, new) = (old[number], new[partner])
        guard old.spelling != new.spelling else { return }
        var (reasons, isReversed) = old.value == new.value ? ([], false) : Self.reasons(old.value, new.value)
        if old.key != new.key {
            let paths = [old, new].map { PayloadLeaf(path: Self.path(of: $0.key), value: .null) }
            // The differences of each key from AFNetworking's.
            let (ofOld, ofNew) = (Self.keyReasons(paths[1], old.key), Self.keyReasons(paths[0], new.key))
            let own = ofNew.filter { $0 == .keyConverted || !ofOld.contains($0) }
            if own.isEmpty, reasons.isEmpty { isReversed = !ofOld.isEmpty }
            let found = own.isEmpty ? ofOld : own
            reasons += found.isEmpty ? [.keySpelling] : found
        }
        if reasons.isEmpty { reasons = [new.hasPlus != old.hasPlus ? .spaceAsPlus : .escaping] }
        let isRaw = reasons == [.escaping]
        add(
            old.key, isRaw ? String(old.spelling) : old.text(besides: new),
            isRaw ? String(new.spelling) : new.text(besides: old), reasons, effect(number, partner),
            isReversed: reasons == [.spaceAsPlus] ? old.hasPlus : isReversed)
    }

    private static func keyReasons(_ leaf: PayloadLeaf, _ key: String) -> [Reason] {
        KeyDifference.reasons(leaf: leaf, sent: key).filter { $0 != .keySpelling && $0 != .integerKeyLost }
    }

    /// Returns the effect of a difference between two pairs; `nil` if none is asked for.
    private func effect(_ number: Int?, _ partner: Int?) -> RequestDifference.Effect? {
        guard let oldPlaces, let newPlaces else { return .text }
        let left = number.flatMap { oldPlaces.places[$0] }.map { oldPlaces.leaves[$0] }
        let right = partner.flatMap { newPlaces.places[$0] }.map { newPlaces.leaves[$0] }
        // A pair without a partner may stand where another does.
        guard let left = left ?? right.flatMap({ oldPlaces.byPath[$0.path] }) else {
            return right == nil ? .nothing : .added
        }
        guard let right = right ?? newPlaces.byPath[left.path] else { return .lost }
        return left.path != right.path ? .place : left.value == right.value ? .nothing : .text
    }

    // MARK: - Keys and texts

    /// Returns the names in a key, which every way of spelling it has: `items[0].unit_price` has `ITEMS UNITPRICE`.
    static func names(in key: String) -> String {
        KeyDifference.letters(key).split { "[].".contains($0) }.filter { Int($0) == nil }.joined(separator: " ")
    }

    /// Returns the path that a key spells in brackets or with dots.
    private static func path(of key: String) -> PayloadPath {
        let parts = FormTree.path(of: key, hasDots: true)
        return PayloadPath(
            [.key(parts[0])] + parts.dropFirst().map { Int($0.isEmpty ? "0" : $0).map { .index($0) } ?? .key($0) })
    }

    /// Returns why a text differs from another, and whether it is the old one that AFNetworking would not send.
    static func reasons(_ old: String?, _ new: String?) -> (reasons: [Reason], isReversed: Bool) {
        if let reason = reason(old, new) { return ([reason], false) }
        if let reason = reason(new, old) { return ([reason], true) }
        return ([.textChanged], false)
    }

    private static func reason(_ old: String?, _ new: String?) -> Reason? {
        switch (old, new) {
        case ("1", "true"), ("0", "false"): return .booleanAsWord
        case (nil, ""): return .nullAsEmptyText
        case (nil, "null"), (nil, "nil"): return .nullAsWord
        case (_, "<null>"): return .nullDescribed
        case (let old?, let new?):
            if new.contains("+"), new.replacing("+", with: " ") == old { return .spaceAsPlus }
            if new == "Optional(\(old))" || new == "Optional(\"\(old)\")" { return .optionalDescribed }
            if let value = Double(old), value == Double(new) { return .numberText }
            let isDate = old.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000/) != nil
            let isOther = Double(new) != nil || new.prefixMatch(of: /\d{4}-\d\d-\d\dT/) != nil
            return isDate && isOther ? .dateFormat : nil
        default: return nil
        }
    }
}

extension SentPair {
    /// The text, with the key before it if another pair has another key.
    fileprivate func text(besides other: SentPair) -> String {
        let text = received ?? "no value"
        return key == other.key ? text : "\(key)=\(received ?? "")"
    }
}

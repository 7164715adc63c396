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
    /// The pairs that belong together, by their numbers.
    private var partners: [(old: Int, new: Int)] = []
    private var (oldPlaces, newPlaces): (Places?, Places?) = (nil, nil)

    /// The value that a server reads for each pair, with its place; `nil` if they are not known.
    private struct Places {
        let places: [Int: Int]
        let leaves: [PayloadLeaf]

        func value(at path: PayloadPath) -> PayloadLeaf? { leaves.first { $0.path == path } }
    }

    /// - Parameter reader: The server's reader, for the effect of each difference; `nil` for none.
    init(_ old: String, _ new: String, _ part: RequestDifference.Part, _ reader: ServerReader?) {
        (self.old, self.new) = (SentPair.pairs(ofQuery: old), SentPair.pairs(ofQuery: new))
        self.part = part
        guard old != new else { return }
        if let reader {
            (oldPlaces, newPlaces) = (Self.places(old, self.old, reader), Self.places(new, self.new, reader))
        }
        compare(isRead: reader != nil)
    }

    private static func places(_ query: String, _ pairs: [SentPair], _ reader: ServerReader) -> Places? {
        guard let tree = try? reader.reading(of: query).parameters else { return nil }
        let leaves = ServerMatch.leaves(of: tree, reader.dialect)
        return ServerMatch.positions(of: pairs, leaves, reader).map { Places(places: $0, leaves: leaves) }
    }

    private mutating func compare(isRead: Bool) {
        var (oldLeft, newLeft) = (Array(old.indices), Array(new.indices))
        // The nearest partners first: the same bytes, the same key and text, the same key, the same names in it.
        let names: [(SentPair) -> String] = [
            { String($0.spelling) }, { "\($0.key)\u{0}\($0.received ?? "\u{0}")" }, { $0.key },
            { Self.names(in: $0.key) },
        ]
        for name in names where !oldLeft.isEmpty && !newLeft.isEmpty {
            var waiting = Dictionary(grouping: newLeft.reversed()) { name(new[$0]) }
            let joined = joinedArrays(&oldLeft, newLeft)
            newLeft.removeAll { joined.contains($0) }
            oldLeft = oldLeft.filter { number in
                guard let partner = waiting[name(old[number])]?.popLast(), !joined.contains(partner) else {
                    return true
                }
                partners.append((number, partner))
                return false
            }
            let taken = Set(partners.map(\.new))
            newLeft.removeAll(where: taken.contains)
        }
        partners.sort { $0.old < $1.old }
        for (number, partner) in partners { items += item(old[number], new[partner], effect(number, partner, isRead)) }
        items += oldLeft.map {
            RequestDifference.Item(
                part: part, place: old[$0].key, expected: old[$0].received ?? "", actual: nil, reasons: [.pairLost],
                effect: effect($0, nil, isRead))
        }
        items += newLeft.map {
            RequestDifference.Item(
                part: part, place: new[$0].key, expected: nil, actual: new[$0].received ?? "", reasons: [.pairAdded],
                effect: effect(nil, $0, isRead))
        }
        compareOrder(isRead)
    }

    /// Takes the pairs of arrays that the other query writes as one text with commas, and returns that text's pairs.
    private mutating func joinedArrays(_ oldLeft: inout [Int], _ newLeft: [Int]) -> Set<Int> {
        let arrays = Dictionary(grouping: oldLeft) { Self.names(in: old[$0].key) }.filter { $1.count > 1 }
        var found: Set<Int> = []
        for number in newLeft where !arrays.isEmpty {
            guard let elements = arrays[Self.names(in: new[number].key)], let text = new[number].received,
                text == elements.map({ old[$0].received ?? "" }).joined(separator: ",")
            else { continue }
            found.insert(number)
            oldLeft.removeAll(where: elements.contains)
            items.append(
                RequestDifference.Item(
                    part: part, place: old[elements[0]].key, expected: Report.count(elements.count, "pair"),
                    actual: text, reasons: [.arrayJoined], effect: oldPlaces == nil ? nil : .text))
        }
        return found
    }

    private mutating func compareOrder(_ isRead: Bool) {
        let order = partners.map(\.new)
        guard order != order.sorted() else { return }
        let groups = Dictionary(grouping: partners) { Self.names(in: old[$0.old].key) }.values
        let elements = groups.filter { group in
            let numbers = group.map(\.new)
            return numbers != numbers.sorted() && Set(group.map { old[$0.old].received }).count > 1
        }
        for group in elements.sorted(by: { $0[0].old < $1[0].old }) {
            let texts = [group.map { old[$0.old] }, group.map(\.new).sorted().map { new[$0] }].map { pairs in
                Report.list(pairs.map { $0.received ?? "" })
            }
            items.append(
                RequestDifference.Item(
                    part: part, place: old[group[0].old].key, expected: texts[0], actual: texts[1],
                    reasons: [.elementsAlphabetized], effect: isRead ? .text : nil))
        }
        guard elements.isEmpty else { return }
        items.append(
            RequestDifference.Item(
                part: part, place: "", expected: Report.list(old.map(\.key)), actual: Report.list(new.map(\.key)),
                reasons: [.pairOrder], effect: isRead ? .nothing : nil))
    }

    private func item(_ old: SentPair, _ new: SentPair, _ effect: RequestDifference.Effect?) -> [RequestDifference.Item]
    {
        guard old.spelling != new.spelling else { return [] }
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
        if reasons == [.spaceAsPlus] { isReversed = old.hasPlus }
        return [
            RequestDifference.Item(
                part: part, place: old.key,
                expected: reasons == [.escaping] ? String(old.spelling) : old.text(besides: new),
                actual: reasons == [.escaping] ? String(new.spelling) : new.text(besides: old), reasons: reasons,
                isReversed: isReversed, effect: effect)
        ]
    }

    private static func keyReasons(_ leaf: PayloadLeaf, _ key: String) -> [Reason] {
        KeyDifference.reasons(leaf: leaf, sent: key).filter { $0 != .keySpelling && $0 != .integerKeyLost }
    }

    /// Returns the effect of a difference between two pairs; `nil` if none is asked for.
    private func effect(_ number: Int?, _ partner: Int?, _ isRead: Bool) -> RequestDifference.Effect? {
        guard isRead else { return nil }
        guard let oldPlaces, let newPlaces else { return .text }
        let left = number.flatMap { oldPlaces.places[$0] }.map { oldPlaces.leaves[$0] }
        let right = partner.flatMap { newPlaces.places[$0] }.map { newPlaces.leaves[$0] }
        // A pair without a partner may stand where another does.
        guard let left = left ?? right.flatMap({ oldPlaces.value(at: $0.path) }) else {
            return right == nil ? .nothing : .added
        }
        guard let right = right ?? newPlaces.value(at: left.path) else { return .lost }
        return left.path != right.path ? .place : left.value == right.value ? .nothing : .text
    }

    // MARK: - Keys and texts

    /// Returns the names in a key, which every way of spelling it has: `items[0].unit_price` has `ITEMS UNITPRICE`.
    static func names(in key: String) -> String {
        KeyDifference.letters(key).split { "[].".contains($0) }.filter { Int($0) == nil }.joined(separator: " ")
    }

    /// Returns the path that a key spells in brackets or with dots.
    static func path(of key: String) -> PayloadPath {
        let start = key.prefix { $0 != "[" && $0 != "." }
        let parts = key[start.endIndex...].matches(of: /\[([^\]]*)\]|\.([^.\[]+)/)
        return PayloadPath(
            [.key(String(start))]
                + parts.map { match in
                    let text = String(match.1 ?? match.2 ?? "")
                    return text.isEmpty ? .index(0) : Int(text).map { .index($0) } ?? .key(text)
                })
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

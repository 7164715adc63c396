import URLSerialization

/// The differences between the pairs of two queries or forms, or between the values of two documents.
///
/// | old | new | difference |
/// |---|---|---|
/// | `a%5B%5D=1&v=1` | `a[0]=1&v=true` | `a[]`: array-indexed, escaping; `v`: boolean-as-word |
/// | `a=1&b=2` | `b=2&a=1` | pair-order |
/// | `l=x&l=y` | `l=x%2Cy` | `l`: array-joined |
struct PairDifferences {
    private(set) var items: [RequestDifference.Item] = []
    private let old, new: Side
    private let part: RequestDifference.Part
    private let isRead: Bool

    /// The pairs of a request, with what a server reads of them.
    private struct Side {
        let pairs: [SentPair]
        /// The values that the server reads, by their places; `nil` if the pairs' places are not known.
        var leafOfPath: [PayloadPath: PayloadLeaf]?
        /// The values that the server reads, by the numbers of their pairs.
        var leafOfPair: [Int: PayloadLeaf] = [:]

        init(_ query: String, _ reader: ServerReader?) {
            pairs = SentPair.pairs(ofQuery: query)
            guard let reader, let tree = try? reader.reading(of: query).parameters,
                let match = ServerMatch(pairs, tree, by: reader)
            else { return }
            leafOfPath = Dictionary(match.read.map { ($0.path, $0) }) { first, _ in first }
            leafOfPair = match.leafOfPair
        }

        init(_ document: ParameterValue, isJSON: Bool, _ reader: ServerReader?) {
            pairs = PayloadLeaf.all(in: document).map { SentPair($0, isJSON: isJSON) }
            guard let reader else { return }
            let tree = try? reader.reading(ofJSON: document, byteCount: 0)
            let leaves = Dictionary(PayloadLeaf.all(in: tree ?? .null).map { ($0.path, $0) }) { first, _ in first }
            leafOfPath = leaves
            for (number, pair) in pairs.enumerated() { leafOfPair[number] = pair.place.flatMap { leaves[$0] } }
        }
    }

    /// - Parameter reader: The server's reader, for the effect of each difference; `nil` for none.
    init(_ old: String, _ new: String, _ part: RequestDifference.Part, _ reader: ServerReader?) {
        (self.part, isRead) = (part, reader != nil && old != new)
        (self.old, self.new) = (Side(old, isRead ? reader : nil), Side(new, isRead ? reader : nil))
        // The nearest partners first: the same bytes, the same key and text, the same key, the same names in it.
        let names: [(SentPair) -> AnyHashable] = [
            { $0.spelling }, { "\($0.key)\u{0}\($0.received ?? "\u{0}")" }, { $0.key }, { Self.names(in: $0.key) },
        ]
        if old != new { compareOrder(of: compare(by: names)) }
    }

    /// Compares documents by the places of their values. The server reads only JSON.
    init(_ old: ParameterValue, _ new: ParameterValue, isJSON: Bool, _ reader: ServerReader?) {
        let reader = isJSON ? reader : nil
        (part, isRead) = (isJSON ? .json : .list, reader != nil)
        (self.old, self.new) = (Side(old, isJSON: isJSON, reader), Side(new, isJSON: isJSON, reader))
        if old != new { _ = compare(by: [{ $0.place }]) }
    }

    private mutating func add(
        _ place: String, _ old: String?, _ new: String?, _ reasons: [Reason], _ effect: RequestDifference.Effect?,
        isReversed: Bool = false
    ) {
        items.append(
            RequestDifference.Item(part, place, old, new, reasons, isRead ? effect : nil, isReversed: isReversed))
    }

    /// Compares the pairs and returns the numbers of those that belong together, in the order of the old ones.
    ///
    /// - Parameter names: The names that partners have in common, the nearest ones first.
    private mutating func compare(by names: [(SentPair) -> AnyHashable]) -> [(old: Int, new: Int)] {
        var (oldLeft, newLeft) = (Array(old.pairs.indices), Array(new.pairs.indices))
        var partners: [(old: Int, new: Int)] = []
        for (stage, name) in names.enumerated() where !oldLeft.isEmpty && !newLeft.isEmpty {
            if stage == 2 { takeJoinedArrays(&oldLeft, &newLeft) }
            let found = oldLeft.paired(with: newLeft, by: { name(old.pairs[$0]) }, { name(new.pairs[$0]) })
            oldLeft.removeAll(where: Set(found.map(\.0)).contains)
            newLeft.removeAll(where: Set(found.map(\.1)).contains)
            partners += found.map { (old: $0, new: $1) }
        }
        partners.sort { $0.old < $1.old }
        let all = partners.map { ($0, Optional($1)) } + oldLeft.map { ($0, nil) }
        for (number, partner) in all.sorted(by: { $0.0 < $1.0 }) {
            if let partner {
                compare(number, partner)
            } else {
                let pair = old.pairs[number]
                let isNull = pair.place != nil && pair.kind == .null
                add(pair.key, text(pair), nil, [isNull ? .nullDropped : .pairLost], effect(number, nil))
            }
        }
        for number in newLeft {
            add(new.pairs[number].key, nil, text(new.pairs[number]), [.pairAdded], effect(nil, number))
        }
        return partners
    }

    /// Takes arrays that the new query writes as one text with commas.
    private mutating func takeJoinedArrays(_ oldLeft: inout [Int], _ newLeft: inout [Int]) {
        let arrays = Dictionary(grouping: oldLeft) { Self.names(in: old.pairs[$0].key) }.filter { $1.count > 1 }
        for number in newLeft where !arrays.isEmpty {
            guard let elements = arrays[Self.names(in: new.pairs[number].key)], let text = new.pairs[number].received,
                text == elements.map({ old.pairs[$0].received ?? "" }).joined(separator: ",")
            else { continue }
            newLeft.removeAll { $0 == number }
            oldLeft.removeAll(where: elements.contains)
            add(old.pairs[elements[0]].key, Report.count(elements.count, "pair"), text, [.arrayJoined], .text)
        }
    }

    private mutating func compareOrder(of partners: [(old: Int, new: Int)]) {
        guard partners.map(\.new) != partners.map(\.new).sorted() else { return }
        let groups = Dictionary(grouping: partners) { Self.names(in: old.pairs[$0.old].key) }.values
        let moved = groups.filter { group in
            let numbers = group.map(\.new)
            return numbers != numbers.sorted() && Set(group.map { old.pairs[$0.old].received }).count > 1
        }
        for group in moved.sorted(by: { $0[0].old < $1[0].old }) {
            func list(_ pairs: [SentPair]) -> String { Report.list(pairs.map { $0.received ?? "" }) }
            let (before, after) = (group.map { old.pairs[$0.old] }, group.map(\.new).sorted().map { new.pairs[$0] })
            add(before[0].key, list(before), list(after), [.elementsAlphabetized], .text)
        }
        guard moved.isEmpty else { return }
        add("", Report.list(old.pairs.map(\.key)), Report.list(new.pairs.map(\.key)), [.pairOrder], .nothing)
    }

    /// Compares two pairs that belong together.
    private mutating func compare(_ number: Int, _ partner: Int) {
        let (old, new) = (old.pairs[number], new.pairs[partner])
        guard old.spelling != new.spelling else { return }
        var (reasons, isReversed) = ([Reason](), false)
        if old.place != nil || old.value != new.value {
            let (oldText, newText) = (Self.value(old), Self.value(new))
            let own = Self.reason(oldText, newText)
            let reversed = own == nil ? Self.reason(newText, oldText) : nil
            (reasons, isReversed) = ([own ?? reversed ?? .textChanged], reversed != nil)
        }
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
            old.key, isRaw ? String(old.spelling) : text(old, besides: new),
            isRaw ? String(new.spelling) : text(new, besides: old), reasons, effect(number, partner),
            isReversed: reasons == [.spaceAsPlus] && old.place == nil ? old.hasPlus : isReversed)
    }

    private static func keyReasons(_ leaf: PayloadLeaf, _ key: String) -> [Reason] {
        KeyDifference.reasons(leaf: leaf, sent: key).filter { $0 != .keySpelling && $0 != .integerKeyLost }
    }

    /// Returns the effect of a difference between two pairs.
    private func effect(_ number: Int?, _ partner: Int?) -> RequestDifference.Effect {
        guard let oldPlaces = old.leafOfPath, let newPlaces = new.leafOfPath else { return .text }
        let (left, right) = (number.flatMap { old.leafOfPair[$0] }, partner.flatMap { new.leafOfPair[$0] })
        // A pair without a partner may stand where another does.
        guard let left = left ?? right.flatMap({ oldPlaces[$0.path] }) else { return right == nil ? .nothing : .added }
        guard let right = right ?? newPlaces[left.path] else { return .lost }
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

    /// Returns a pair's text to show, with the key before it if its partner has another key.
    private func text(_ pair: SentPair, besides other: SentPair? = nil) -> String {
        if part == .json || pair.isEmptyCollection { return String(pair.spelling) }
        if let other, pair.key != other.key { return "\(pair.key)=\(pair.received ?? "")" }
        return pair.received ?? (other == nil ? "" : "no value")
    }

    /// The text by which the reasons of a difference are found; `nil` for a null.
    private static func value(_ pair: SentPair) -> String? {
        pair.isEmptyCollection ? String(pair.spelling) : pair.kind == .null ? nil : pair.value
    }

    /// Returns why AFNetworking would not send a text in place of another, or `nil` for no known reason.
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

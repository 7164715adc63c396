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
    private let old, new: [SentPair]
    private let part: RequestDifference.Part
    /// The matches of both sides at a server, each `nil` if the places are not known, or `nil` if no server is chosen.
    private lazy var matches = match()
    private let match: () -> [ServerMatch?]?
    /// The positions of the old pairs with the same names in their keys, by these names.
    private lazy var arrays = Dictionary(grouping: old.indices) { Self.names(in: old[$0].key) }

    /// - Parameter server: The server at which each difference has its effect; `nil` for none.
    init(_ old: RecordedContent, _ new: RecordedContent, _ part: RequestDifference.Part, _ server: QueryServer?) {
        (self.old, self.new, self.part) = (old.pairs, new.pairs, part)
        // Servers read no property lists.
        let read: QueryServer.Part? = [.query: .query, .form: .form, .part: .form, .json: .json][part]
        let reader = server.flatMap { server in read.map { server[$0] } }
        match = { reader.map { reader in [old, new].map { Self.match($0, by: reader) } } }
        // The nearest partners first: the same bytes, the same key and text, the same key, the same names in it.
        let names: [(SentPair) -> AnyHashable] = [
            { $0.spelling }, { "\($0.key)\u{0}\($0.received ?? "\u{0}")" }, { $0.key }, { Self.names(in: $0.key) },
        ]
        let isDocument = part == .json || part == .list
        let partners = self.old.partners(in: self.new, by: isDocument ? [{ $0.place }] : names)
        compare(partners)
        if !isDocument { compareOrder(partners) }
    }

    /// Adds a difference between two pairs, or the lack of one of them.
    ///
    /// - Parameter effect: The effect at a server, or `nil` for that of the two pairs.
    private mutating func add(
        _ number: Int?, _ partner: Int?, _ old: String?, _ new: String?, _ reasons: [Reason],
        effect: RequestDifference.Effect? = nil, isReversed: Bool = false
    ) {
        let key = number.map { self.old[$0].key } ?? partner.map { self.new[$0].key } ?? ""
        let effect = matches.map { effect ?? Self.effect(number, partner, $0) }
        items.append(RequestDifference.Item(part, key, old, new, reasons, effect, isReversed: isReversed))
    }

    /// Compares the pairs with their partners, and adds those without one.
    private mutating func compare(_ partners: [Int: Int]) {
        var joined: Set<Int> = []
        for (number, pair) in old.enumerated() where !joined.contains(number) {
            if let partner = partners[number] {
                joined.formUnion(compare(number, partner))
            } else {
                let isNull = pair.place != nil && pair.kind == .null
                add(number, nil, text(pair), nil, [isNull ? .nullDropped : .pairLost])
            }
        }
        for number in Set(new.indices).subtracting(partners.values).sorted() {
            add(nil, number, nil, text(new[number]), [.pairAdded])
        }
    }

    /// Compares two pairs, and returns the positions of the array whose texts the new pair joins by commas.
    private mutating func compare(_ number: Int, _ partner: Int) -> [Int] {
        let (old, new) = (old[number], new[partner])
        guard old.spelling != new.spelling else { return [] }
        if let text = new.received, text.contains(","), let array = arrays[Self.names(in: old.key)], array.count > 1,
            array[0] == number, text == array.map({ self.old[$0].received ?? "" }).joined(separator: ",")
        {
            add(number, partner, Report.count(array.count, "pair"), text, [.arrayJoined], effect: .text)
            return array
        }
        var (reasons, isReversed) = ([Reason](), false)
        if old.place != nil || old.value != new.value {
            let texts = [old, new].map { $0.kind == .null ? nil : $0.value ?? String($0.spelling) }
            let (own, reversed) = (Self.reason(texts[0], texts[1]), Self.reason(texts[1], texts[0]))
            (reasons, isReversed) = ([own ?? reversed ?? .textChanged], own == nil && reversed != nil)
        }
        if old.key != new.key {
            let (ofOld, ofNew) = (Self.keyReasons(new.key, old.key), Self.keyReasons(old.key, new.key))
            let own = ofNew.filter { $0 == .keyConverted || !ofOld.contains($0) }
            if reasons.isEmpty { isReversed = own.isEmpty && !ofOld.isEmpty }
            reasons += [own, ofOld].first { !$0.isEmpty } ?? [.keySpelling]
        }
        if reasons.isEmpty {
            (reasons, isReversed) = new.hasPlus == old.hasPlus ? ([.escaping], false) : ([.spaceAsPlus], old.hasPlus)
        }
        let isRaw = reasons == [.escaping]
        let texts = (text(old, besides: new, isRaw: isRaw), text(new, besides: old, isRaw: isRaw))
        add(number, partner, texts.0, texts.1, reasons, isReversed: isReversed)
        return []
    }

    private mutating func compareOrder(_ partners: [Int: Int]) {
        let order = old.indices.compactMap { partners[$0] }
        guard order != order.sorted() else { return }
        let moved = arrays.values.map { array in array.filter { partners[$0] != nil } }.filter { array in
            let numbers = array.compactMap { partners[$0] }
            return numbers != numbers.sorted() && Set(array.map { old[$0].received }).count > 1
        }
        func list(_ pairs: [SentPair]) -> String { Report.list(pairs.map { $0.received ?? "" }) }
        for array in moved.sorted(by: { $0[0] < $1[0] }) {
            let others = array.compactMap { partners[$0] }.sorted()
            let (before, after) = (list(array.map { old[$0] }), list(others.map { new[$0] }))
            add(array[0], others[0], before, after, [.elementsAlphabetized], effect: .text)
        }
        guard moved.isEmpty else { return }
        add(nil, nil, Report.list(old.map(\.key)), Report.list(new.map(\.key)), [.pairOrder], effect: .nothing)
    }

    // MARK: - Effects

    private static func match(_ content: RecordedContent, by reader: ServerReader) -> ServerMatch? {
        if case .document(let value, _) = content {
            return ServerMatch(content.pairs, (try? reader.reading(ofJSON: value, byteCount: 0)) ?? .null, by: reader)
        }
        let tree = try? reader.reading(of: content.form ?? "").parameters
        return tree.flatMap { ServerMatch(content.pairs, $0, by: reader) }
    }

    /// Returns the effect of a difference between two pairs, or of the lack of one of them.
    private static func effect(_ number: Int?, _ partner: Int?, _ matches: [ServerMatch?]) -> RequestDifference.Effect {
        guard let old = matches[0], let new = matches[1] else { return .text }
        let (left, right) = (number.flatMap { old.leafOfPair[$0] }, partner.flatMap { new.leafOfPair[$0] })
        // A pair without a partner may stand where another does.
        guard let left = left ?? right.flatMap({ old.leaves[$0.path] }) else { return right == nil ? .nothing : .added }
        return switch ServerMatch.outcome(of: left, readAs: right ?? new.leaves[left.path]).state {
        case .same: .nothing
        case .dropped: .lost
        case .becameText, .changed: .text
        default: .place
        }
    }

    // MARK: - Keys and texts

    /// Returns the names in a key, which every way of spelling it has: `items[0].unit_price` has `ITEMS UNITPRICE`.
    static func names(in key: String) -> String {
        KeyDifference.letters(key).split { "[].".contains($0) }.filter { Int($0) == nil }.joined(separator: " ")
    }

    /// Returns the differences of a key from AFNetworking's for the place that another key spells.
    private static func keyReasons(_ other: String, _ key: String) -> [Reason] {
        let parts = FormTree.path(of: other, hasDots: true)
        let steps = parts.dropFirst().map { Int($0.isEmpty ? "0" : $0).map { .index($0) } ?? PayloadPath.Step.key($0) }
        let leaf = PayloadLeaf(path: PayloadPath([.key(parts[0])] + steps), value: .null)
        return KeyDifference.reasons(leaf: leaf, sent: key).filter { $0 != .keySpelling && $0 != .integerKeyLost }
    }

    /// Returns a pair's text to show, with the key before it if its partner has another key.
    private func text(_ pair: SentPair, besides other: SentPair? = nil, isRaw: Bool = false) -> String {
        if isRaw || part == .json || pair.isEmptyCollection { return String(pair.spelling) }
        if let other, pair.key != other.key { return "\(pair.key)=\(pair.received ?? "")" }
        return pair.received ?? (other == nil ? "" : "no value")
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

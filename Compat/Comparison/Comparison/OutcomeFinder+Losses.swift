/// The parts of a payload that a server cannot get back from a request.
extension OutcomeFinder {
    /// The losses in the order of the payload, those that concern all of it last.
    func losses() -> [Loss] {
        var losses: [Loss] = []
        var places: Set<ByteKey> = []
        func add(_ kind: Loss.Kind, _ path: PayloadPath, _ text: String, isOnce: Bool = true) {
            guard !isOnce || places.insert(path.identity).inserted else { return }
            losses.append(Loss(key: path.text, kind: kind, text: text))
        }
        // The steps in common with the leaf before were looked at with it.
        var previous = PayloadPath()
        for (number, leaf) in leaves.enumerated() {
            let steps = leaf.path.steps
            let isSent = alignment.carriers[number] != .nothing
            let losesElements = isQuery && form.losesElements
            for position in leaf.path.commonStepCount(with: previous)..<steps.count {
                switch steps[position] {
                case .index
                where losesElements && position + 1 < steps.count && (isSent || form.writesNestedCollections):
                    add(
                        .elementBoundaries, leaf.path.prefix(position),
                        "is an array of collections: which pairs belong to one element is not said")
                case .element where !isQuery: add(.set, leaf.path.prefix(position), "is a set and arrives as an array")
                default: continue
                }
            }
            if isSent || form.writesNestedCollections { previous = leaf.path }
            switch alignment.carriers[number] {
            case .described(let pair):
                let collection = steps.indices.dropFirst().lazy.map(leaf.path.prefix)
                    .first { KeyDifference.isKey(alignment.pairs[pair].key, of: $0) }
                collection.map { add(.described, $0, "is a collection and arrives as Swift's description") }
            case .pair: if let loss = leafLosses[number] { losses.append(loss) }
            case .parts: break
            case .nothing
            where leaf.isEmptyCollection && (form.writesNestedCollections || !leaf.path.isNestedInDictionary):
                add(.emptyCollection, leaf.path, "is empty and leaves no trace", isOnce: false)
            case .nothing where steps.count > 1 && !form.writesNestedCollections:
                add(.nested, leaf.path.prefix(1), "holds what a query item cannot express, and that is not sent")
            case .nothing where leaf.value == .null: add(.null, leaf.path, "is null and leaves no trace", isOnce: false)
            case .nothing: add(.value, leaf.path, "is not sent", isOnce: false)
            }
        }
        if isQuery { losses += form.losesElements ? orderLosses() : tornElements() }
        return losses + typeLosses()
    }

    /// The arrays whose elements come in another order, in the order of the payload.
    private func orderLosses() -> [Loss] {
        var previous: [Int: Int] = [:]
        var arrays: Set<ByteKey> = []
        return leaves.indices.compactMap { number in
            let path = leaves[number].path
            guard let pair = alignment.number(ofPairFor: number), path.steps.contains(where: \.isIndex) else {
                return nil
            }
            let key = marks.keyNumbers[number]
            defer { previous[key] = number }
            guard let other = previous[key], let otherPair = alignment.number(ofPairFor: other), otherPair > pair else {
                return nil
            }
            let array = path.prefix(path.commonStepCount(with: leaves[other].path))
            guard arrays.insert(array.identity).inserted else { return nil }
            return Loss(
                key: array.text, kind: .elementOrder, text: "is an array: the order of its elements is not kept")
        }
    }

    /// The elements whose pairs have not all the same index.
    private func tornElements() -> [Loss] {
        var indices: [ByteKey: Int] = [:]
        var elements: Set<ByteKey> = []
        return leaves.indices.flatMap { number -> [Loss] in
            let path = leaves[number].path
            guard let pair = alignment.pair(ofLeaf: number), path.steps.dropLast().contains(where: \.isIndex) else {
                return []
            }
            let places = path.steps.indices.filter { path.steps[$0].isIndex }
            guard pair.indices.count == places.count else { return [] }
            return zip(places, pair.indices).compactMap { place, index in
                let element = path.prefix(place + 1)
                let identity = element.identity
                let known = indices.updateValue(index, forKey: identity) ?? index
                guard known != index, elements.insert(identity).inserted else { return nil }
                return Loss(key: element.text, kind: .elementBoundaries, text: "is one element and arrives as several")
            }
        }
    }

    // MARK: - Leaves

    /// The loss of a leaf that one pair carries; `nil` for none.
    func loss(ofLeaf number: Int) -> Loss? {
        guard case .pair(let position) = alignment.carriers[number] else { return nil }
        let (leaf, pair) = (leaves[number], alignment.pairs[position])
        // Made only for a loss: a text for each leaf would take as long as everything else.
        func loss(_ kind: Loss.Kind, _ text: String) -> Loss { Loss(key: leaf.path.text, kind: kind, text: text) }
        func precisionLoss(_ number: String, _ isKept: (String) -> Bool) -> Loss? {
            guard let text = pair.value, text != number, !isKept(text) else { return nil }
            return loss(.precision, "is \(number) and reads back as \(text)")
        }
        if isQuery, let key = leaf.path.integerKey(missingIn: pair.key) {
            return loss(.key, "has the key \(key), which is not sent")
        }
        let received = pair.received ?? ""
        switch leaf.value {
        case .double(let value): return value.isFinite ? precisionLoss("\(value)") { Double($0) == value } : nil
        case .float(let value): return value.isFinite ? precisionLoss("\(value)") { Float($0) == value } : nil
        case .int, .uint, .decimal:
            let digits = leaf.possibleTexts.first.flatMap { $0 } ?? ""
            return precisionLoss(digits) { DecimalDigits($0) == DecimalDigits(digits) }
        case .null:
            guard pair.kind != .null else { return nil }
            let text = received.isEmpty ? "an empty text" : "the text \(received)"
            return loss(.null, "is null and arrives as \(text)")
        case .bool(let value):
            guard !leaf.possibleTexts.contains(pair.received) else { return nil }
            return loss(.text, "is \(value) and arrives as \(pair.received ?? "nothing")")
        case .string(let text):
            if pair.received == nil || received.utf8.elementsEqual(text.utf8) { return nil }
            return loss(.text, "arrives as another text: \(received)")
        case .url:
            return leaf.possibleTexts.contains(pair.received)
                ? nil : loss(.text, "arrives as another text: \(received)")
        case .date(let date):
            let isKept = leaf.possibleTexts.compactMap { $0 }.contains { text in
                text == received || Double(received) != nil && DecimalDigits(text) == DecimalDigits(received)
            }
            guard isKept else { return loss(.text, "is a date and arrives as the text \(received)") }
            let seconds = date.timeIntervalSince1970
            let isCut = received.contains(":") && seconds.rounded(.down) != seconds
            return isCut ? loss(.precision, "is a date whose fraction of a second is not sent") : nil
        case .data(let value):
            let size = value.count == 1 ? "1 byte, which is" : "\(value.count) bytes, which are"
            return pair.isBase64(of: value) ? nil : loss(.bytes, "is \(size) not sent")
        case .array, .set, .dictionary: return nil
        }
    }

    /// The types that the form lacks: in a query all values are text; JSON has no dates and no bytes.
    private func typeLosses() -> [Loss] {
        var counts: [(name: String, count: Int)] = [("number", 0), ("Boolean", 0), ("date", 0), ("data value", 0)]
        for (number, leaf) in leaves.enumerated() {
            guard let kind = alignment.pair(ofLeaf: number)?.kind else { continue }
            switch leaf.value {
            case .int, .uint, .double, .float, .decimal: counts[0].count += [.number, .real].contains(kind) ? 0 : 1
            case .bool: counts[1].count += kind == .boolean ? 0 : 1
            case .date: counts[2].count += kind == .date ? 0 : 1
            case .data: counts[3].count += kind == .data ? 0 : 1
            default: break
            }
        }
        let lost = counts.filter { $0.count > 0 }.map { "\($1) \($0)\($1 == 1 ? "" : "s")" }
        if lost.isEmpty { return [] }
        let arrival = isQuery ? "text" : "another type"
        return [Loss(key: nil, kind: .types, text: "arrive as \(arrival): \(lost.joined(separator: ", "))")]
    }
}

extension PayloadPath {
    /// The first key below the top that is an integer and does not occur in a pair's key; `nil` if there is none.
    fileprivate func integerKey(missingIn key: String) -> String? {
        for case .key(let name) in steps.dropFirst() where Int(name) != nil {
            if !key.contains("[\(name)]"), !key.contains(".\(name)") { return name }
        }
        return nil
    }
}

extension PayloadPath.Step {
    var isIndex: Bool { if case .index = self { true } else { false } }
}

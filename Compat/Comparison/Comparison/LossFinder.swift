/// Finds the parts of a payload that a server cannot get back from a request.
struct LossFinder {
    let leaves: [PayloadLeaf]
    let form: SentRequest.Form
    let queryForm: QueryForm
    let alignment: PairAlignment

    /// The losses of single leaves by their position, of those that are sent.
    func lossesOfLeaves() -> [Int: Loss] {
        var losses: [Int: Loss] = [:]
        for (position, leaf) in leaves.enumerated() {
            guard let pair = alignment.pairOfLeaf[position], !alignment.describedLeaves.contains(position) else {
                continue
            }
            losses[position] = loss(of: leaf, in: alignment.pairs[pair], form: form)
        }
        return losses
    }

    /// The losses in the order of the payload, those that concern all of it last.
    func losses() -> [Loss] {
        var losses: [Loss] = []
        var places: Set<ByteKey> = []
        // The steps in common with the leaf before were looked at with it.
        var (previousInArrays, previousInSets) = (PayloadPath(), PayloadPath())
        for (position, leaf) in leaves.enumerated() {
            let pair = alignment.pairOfLeaf[position].map { alignment.pairs[$0] }
            let isSent = pair != nil || alignment.leavesTakenApart.contains(position)
            if form == .query, queryForm.losesElements,
                isSent || queryForm.writesNestedCollections
            {
                loseBoundaries(of: leaf, after: previousInArrays, into: &losses, once: &places)
                previousInArrays = leaf.path
            }
            if form != .query {
                loseSet(of: leaf, after: previousInSets, into: &losses, once: &places)
                previousInSets = leaf.path
            }
            if let pair, alignment.describedLeaves.contains(position) {
                loseDescribed(leaf, in: pair, into: &losses, once: &places)
            } else if let pair {
                if let loss = loss(of: leaf, in: pair, form: form) { losses.append(loss) }
            } else if !isSent {
                lose(leaf, into: &losses, once: &places)
            }
        }
        if form == .query { losses += arrayLosses() }
        return losses + typeLosses(form)
    }

    private func lose(_ leaf: PayloadLeaf, into losses: inout [Loss], once places: inout Set<ByteKey>) {
        if leaf.isEmptyCollection, !(leaf.path.isNestedInDictionary && !queryForm.writesNestedCollections) {
            losses.append(
                Loss(key: leaf.path.text, kind: .emptyCollection, text: "is empty and leaves no trace"))
        } else if leaf.path.steps.count > 1, !queryForm.writesNestedCollections {
            let top = PayloadPath(Array(leaf.path.steps.prefix(1)))
            guard places.insert(top.identity).inserted else { return }
            losses.append(
                Loss(key: top.text, kind: .nested, text: "holds what a query item cannot express, and that is not sent")
            )
        } else if leaf.value == .null {
            losses.append(Loss(key: leaf.path.text, kind: .null, text: "is null and leaves no trace"))
        } else {
            losses.append(Loss(key: leaf.path.text, kind: .value, text: "is not sent"))
        }
    }

    private func loseBoundaries(
        of leaf: PayloadLeaf, after previous: PayloadPath, into losses: inout [Loss], once places: inout Set<ByteKey>
    ) {
        for position in leaf.path.commonStepCount(with: previous)..<leaf.path.steps.count {
            guard position + 1 < leaf.path.steps.count, case .index = leaf.path.steps[position] else { continue }
            let array = PayloadPath(Array(leaf.path.steps.prefix(position)))
            guard places.insert(array.identity).inserted else { continue }
            losses.append(
                Loss(
                    key: array.text, kind: .elementBoundaries,
                    text: "is an array of collections: which pairs belong to one element is not said"))
        }
    }

    private func loseSet(
        of leaf: PayloadLeaf, after previous: PayloadPath, into losses: inout [Loss], once places: inout Set<ByteKey>
    ) {
        for position in leaf.path.commonStepCount(with: previous)..<leaf.path.steps.count {
            guard case .element = leaf.path.steps[position] else { continue }
            let set = PayloadPath(Array(leaf.path.steps.prefix(position)))
            guard places.insert(set.identity).inserted else { continue }
            losses.append(Loss(key: set.text, kind: .set, text: "is a set and arrives as an array"))
        }
    }

    private func loss(of leaf: PayloadLeaf, in pair: SentPair, form: SentRequest.Form) -> Loss? {
        // Made only for a loss: a text for each leaf would take as long as everything else.
        func loss(_ kind: Loss.Kind, _ text: String) -> Loss { Loss(key: leaf.path.text, kind: kind, text: text) }
        func digitLoss(of number: String) -> Loss? {
            guard let text = pair.value, text != number, DecimalDigits(text) != DecimalDigits(number) else {
                return nil
            }
            return loss(.precision, "is \(number) and reads back as \(text)")
        }
        if form == .query, let key = leaf.path.integerKey(missingIn: pair.key) {
            return loss(.key, "has the key \(key), which is not sent")
        }
        switch leaf.value {
        case .double(let value) where value.isFinite:
            guard let text = pair.value, Double(text) != value else { return nil }
            return loss(.precision, "is \(value) and reads back as \(text)")
        case .float(let value) where value.isFinite:
            guard let text = pair.value, Float(text) != value else { return nil }
            return loss(.precision, "is \(value) and reads back as \(text)")
        case .int(let value): return digitLoss(of: "\(value)")
        case .uint(let value): return digitLoss(of: "\(value)")
        case .decimal(let value): return digitLoss(of: "\(value)")
        case .null:
            guard pair.kind != .null else { return nil }
            let text = pair.received ?? ""
            return loss(
                .null, text.isEmpty ? "is null and arrives as an empty text" : "is null and arrives as the text \(text)"
            )
        case .bool(let value):
            guard !["true", "false", "1", "0"].contains(pair.received) || pair.isTrue != value else { return nil }
            return loss(.text, "is \(value) and arrives as \(pair.received ?? "nothing")")
        case .string(let text):
            guard let received = pair.received, !received.utf8.elementsEqual(text.utf8) else { return nil }
            return loss(.text, "arrives as another text: \(received)")
        case .url:
            guard !leaf.possibleTexts.contains(pair.received) else { return nil }
            return loss(.text, "arrives as another text: \(pair.received ?? "")")
        case .date(let date):
            let texts = leaf.possibleTexts.compactMap { $0 }
            if let received = pair.received,
                texts.contains(received)
                    || texts.contains(where: { DecimalDigits($0) == DecimalDigits(received) && Double(received) != nil }
                    )
            {
                let isCut =
                    received.contains(":") && date.timeIntervalSince1970.rounded(.down) != date.timeIntervalSince1970
                return isCut ? loss(.precision, "is a date whose fraction of a second is not sent") : nil
            }
            return loss(.text, "is a date and arrives as the text \(pair.received ?? "")")
        case .data(let value):
            // XML property lists break base 64 into lines.
            let text = pair.value?.filter { !$0.isWhitespace }
            let isKept = text == value.base64EncodedString()
            let size = value.count == 1 ? "1 byte, which is" : "\(value.count) bytes, which are"
            return isKept ? nil : loss(.bytes, "is \(size) not sent")
        default: return nil
        }
    }

    /// The types that the form lacks: in a query all values are text; JSON has no dates and no bytes.
    private func typeLosses(_ form: SentRequest.Form) -> [Loss] {
        var counts: [(name: String, count: Int)] = [("number", 0), ("Boolean", 0), ("date", 0), ("data value", 0)]
        for (position, leaf) in leaves.enumerated() {
            guard let pair = alignment.pairOfLeaf[position].map({ alignment.pairs[$0] }) else { continue }
            switch leaf.value {
            case .int, .uint, .double, .float, .decimal:
                if ![.number, .real].contains(pair.kind) { counts[0].count += 1 }
            case .bool: if pair.kind != .boolean { counts[1].count += 1 }
            case .date: if pair.kind != .date { counts[2].count += 1 }
            case .data: if pair.kind != .data { counts[3].count += 1 }
            default: break
            }
        }
        let lost = counts.filter { $0.count > 0 }.map { name, count in
            "\(count) \(name)\(count == 1 ? "" : "s")"
        }
        if lost.isEmpty { return [] }
        let arrival = form == .query ? "text" : "another type"
        return [Loss(key: nil, kind: .types, text: "arrive as \(arrival): \(lost.joined(separator: ", "))")]
    }
}

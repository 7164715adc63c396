import URLSerialization

@testable import SerializerComparison

extension Sender {
    /// The payload of a comparison, while its requests are made.
    @TaskLocal static var payload: ParameterValue?

    /// Sends a query that was written by hand: a pair carries the leaf whose text it has, otherwise the leaf at its
    /// place.
    static func fixed(query: String) -> Sender {
        Sender(name: "FixedSender", shortName: "FixedSender") { payload, request in
            request.with(marked(query, payload), "application/x-www-form-urlencoded")
        }
    }

    /// Sends JSON that was written by hand.
    static func fixed(json: String) -> Sender {
        Sender(name: "FixedSender", shortName: "FixedSender") { $1.with(json, "application/json") }
    }

    /// The query with the marks of a payload in place of the texts that stand for its leaves.
    private static func marked(_ query: String, _ payload: Payload) -> String {
        let (old, new) = (Sender.payload.map(PayloadLeaf.all) ?? [], payload.leaves)
        var pairs = query.isEmpty ? [] : query.components(separatedBy: "&")
        var free = Set(pairs.indices)
        var left: [Int] = []
        func replace(_ pair: Int, _ leaf: Int) {
            free.remove(pair)
            guard case .string(let mark) = new[leaf].value, new[leaf].value != old[leaf].value else { return }
            let parts = pairs[pair].components(separatedBy: "=")
            let isOptional = parts.count > 1 && parts[1].hasPrefix("Optional(")
            pairs[pair] = parts[0] + "=" + (isOptional ? "Optional(%22\(mark)%22)" : mark)
        }
        for (leaf, value) in old.enumerated() {
            let pair = free.sorted().first { pair in
                let text = SentPair.pairs(ofQuery: pairs[pair])[0].value
                return value.possibleTexts.contains(text) && !value.isEmptyCollection
            }
            if let pair { replace(pair, leaf) } else { left.append(leaf) }
        }
        for (leaf, pair) in zip(left.filter { !old[$0].isEmptyCollection }, free.sorted()) { replace(pair, leaf) }
        return pairs.joined(separator: "&")
    }
}

extension URLRequest {
    fileprivate func with(_ body: String, _ mediaType: String) -> URLRequest {
        var request = self
        request.httpBody = Data(body.utf8)
        request.setValue(mediaType, forHTTPHeaderField: "Content-Type")
        return request
    }
}

/// Compares a payload sent to a fixed URL.
func compare(
    _ parameters: Any, method: String = "POST", url: String = "https://api.example.com/orders",
    with senders: [Sender] = Sender.all
) throws -> Comparison {
    let payload = Payload(name: "payload", format: .json, parameters: parameters)
    let url = try url.asURL()
    return Sender.$payload.withValue(try? payload.value.get()) {
        Comparison(of: payload, method: method, url: url, senders: senders)
    }
}

/// A difference with the texts of its pairs.
struct NamedDifference: Equatable {
    /// The place of the value in the payload, `items[0][sku]`, or `(order)` if the order of pairs differs.
    let key: String
    /// The pair in AFNetworking's query; for the order, the place of the first pair whose position differs.
    var reference: String?
    /// The pair as the sender writes it; for the order, the place of the pair that it writes instead.
    var sent: String?
    let reasons: [Reason]
}

extension SenderReport {
    /// The places in the payload of the leaves that the pairs carry.
    var places: [String?] { alignment.leafOfPair.map { $0.map { alignment.leaves[$0].path.text } } }

    /// Returns the differences from a reference with the texts of their pairs.
    func differences(from reference: SenderReport? = nil) -> [NamedDifference] {
        differences.map { difference in
            let reasons = difference.reasons
            switch difference.place {
            case .leaf(let leaf):
                let parts = pairs.indices.filter { alignment.leafOfPair[$0] == leaf }.map { String(pairs[$0].spelling) }
                let isData = if case .data = alignment.leaves[leaf].value { true } else { false }
                let together = isQuery ? parts.joined(separator: "&") : "[\(parts.joined(separator: ","))]"
                let sent = alignment.pair(ofLeaf: leaf).map { String($0.spelling) }
                return NamedDifference(
                    key: alignment.leaves[leaf].path.text,
                    reference: reference?.alignment.pair(ofLeaf: leaf).map { String($0.spelling) },
                    sent: sent ?? (isData && !parts.isEmpty ? together : nil), reasons: reasons)
            case .pair(let pair, _):
                return NamedDifference(key: pairs[pair].key, sent: String(pairs[pair].spelling), reasons: reasons)
            case .order(let leaf, let other):
                let (place, otherPlace) = (alignment.leaves[leaf].path.text, alignment.leaves[other].path.text)
                return NamedDifference(key: "(order)", reference: place, sent: otherPlace, reasons: reasons)
            }
        }
    }
}

extension EncoderChoices {
    /// The chosen value of an option. A name that is not in the table is the test's mistake.
    subscript(option: String) -> String {
        get { chosen(EncoderOption.all.filter { $0.name == option }).first?.choice.name ?? "" }
        set { choose(newValue, for: option) }
    }
}

import URLSerialization

extension Payload {
    /// The values from which on a search tries configurations on a sample.
    private static let largeCount = 1500

    /// A payload that stands for this one in a search: of long collections only the first elements, and the first of
    /// each further kind; the payload itself where it is small.
    var sample: Payload {
        guard let value = parameters as? ParameterValue, leaves.count > Self.largeCount else { return self }
        // More than the 20 indices that qs reads, while that leaves few values.
        for limit in [24, 6, 3, 2] {
            let sample = Payload(name: name, format: format, parameters: value.sample(limit))
            if sample.leaves.count <= Self.largeCount || limit == 2 { return sample }
        }
        return self
    }
}

extension ParameterValue {
    /// Recursive: payload readers refuse nesting beyond ``PayloadReader/maximumDepth``.
    fileprivate func sample(_ limit: Int) -> ParameterValue {
        switch self {
        case .array(let elements): .array(Self.first(elements, limit, \.shape).map { $0.sample(limit) })
        case .dictionary(let entries):
            .dictionary(
                ParameterDictionary(
                    Self.first(Array(entries), limit) { "\(Self.shape(of: $0.key)) \($0.value.shape)" }
                        .map { ($0.key, $0.value.sample(limit)) }))
        default: self
        }
    }

    private static func first<Element>(
        _ elements: [Element], _ limit: Int, _ shape: (Element) -> String
    ) -> [Element] {
        guard elements.count > limit else { return elements }
        var seen: Set<String> = []
        return elements.enumerated().filter { seen.insert(shape($1)).inserted || $0 < limit }.map(\.element)
    }

    /// The kind of a value, and of those in it, with what configurations differ about.
    private var shape: String {
        switch self {
        case .null: "n"
        case .bool: "b"
        case .int, .uint, .decimal: "i"
        case .double(let value): String(format: "%.16g", value) == "\(value)" ? "d" : "D"
        case .float: "f"
        case .string(let text): "s" + Self.shape(of: text)
        case .date: "t"
        case .data: "x"
        case .url: "u"
        case .set: "e"
        case .array(let elements): "[" + Set(elements.prefix(20).map(\.shape)).sorted().joined() + "]"
        case .dictionary(let entries): "{" + entries.map { "\($0.key):\($0.value.shape)" }.joined(separator: ",") + "}"
        }
    }

    /// The characters of a text that servers or encoders treat apart.
    private static func shape(of text: String) -> String {
        String(
            decoding: Set(text.utf8.filter { " +&=;.[]%\0".utf8.contains($0) || $0 >= 0x80 }.map { min($0, 0x80) })
                .sorted(), as: UTF8.self)
            + (text.isEmpty ? "0" : "")
    }
}

import Foundation

/// Parameters that every peer serializes.
struct Payload {
    /// A payload's name, on the command line and in the report.
    enum Name: String, CaseIterable {
        case flat, nested, wide
        case longASCII = "long-ascii"
        case longCJK = "long-cjk"
        case model

        /// The number of the payload's leaves.
        var leaves: Int { Self.leafCounts[self] ?? 1 }
        private static let leafCounts: [Name: Int] = [.flat: 20, .nested: 100, .model: 100, .wide: 10_000]
    }

    let name: Name
    /// The parameters for the peers that take a dictionary.
    let parameters: [String: Any]
    /// The model for the peers that take an `Encodable` model, if the payload has one.
    let model: Order?

    /// Builds a payload, whose content is the same in every run.
    init(_ name: Name) throws {
        self.name = name
        model = name == .model ? try Order.sample : nil
        parameters =
            switch name {
            case .flat: Self.flat
            case .nested, .model: Order.parameters
            case .wide: Self.wide(10_000)
            case .longASCII: Self.long("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
            case .longCJK: Self.long("天地玄黃宇宙洪荒日月盈昃いろはにほへとちりぬるをカナ가나다라마바사")
            }
    }

    /// 20 pairs such as a search screen sends, 11 texts, 4 integers, 3 doubles and 2 Booleans.
    ///
    /// The doubles of this and the other payloads have the same text by `%0.16g` and as the shortest text that reads
    /// back, so that Foundation's description is the same on every system.
    private static var flat: [String: Any] {
        [
            "access_token": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
            "app_version": "7.12.0",
            "category": "books & music",
            "currency": "EUR",
            "device_id": "6B29FC40-CA47-1067-B31D-00DD010662DA",
            "email": "ada.lovelace+shop@example.com",
            "in_stock": true,
            "language": "en-GB",
            "latitude": 51.5072,
            "longitude": -0.1276,
            "max_price": 49.5,
            "page": 3,
            "per_page": 50,
            "platform": "ios",
            "query": "analytical engine, first edition",
            "referrer": "https://example.com/shelf?id=12&sort=new",
            "sort": "relevance",
            "subscribed": false,
            "timestamp": 1_700_000_000,
            "user_id": 8_675_309,
        ]
    }

    /// Returns a dictionary of many pairs whose values are text, integer, double and Boolean in turn.
    static func wide(_ count: Int) -> [String: Any] {
        let fields = ["name", "quantity", "price", "available", "reference"]
        var parameters: [String: Any] = [:]
        parameters.reserveCapacity(count)
        for index in 0..<count {
            let values: [Any] = ["value \(index)", index, Double(index) + 0.25, index % 8 == 3]
            parameters["\(fields[index % fields.count])_\(index)"] = values[index % 4]
        }
        return parameters
    }

    /// Returns an array of integers and strings in turn, for comparing the cost of a leaf between lengths.
    ///
    /// The leaves of every length print alike (four digits, eight characters), so that a longer array is more of the
    /// same work and nothing else.
    static func array(_ count: Int) -> [String: Any] {
        let values: [Any] = (0..<count).map { index -> Any in
            index.isMultiple(of: 2) ? 1000 + index % 9000 : "item\(1000 + index % 9000)"
        }
        return ["values": values]
    }

    /// Returns parameters with NSNumbers as `JSONSerialization` makes them.
    static func withNumbers(_ parameters: [String: Any]) -> [String: Any] {
        parameters.mapValues { objects(of: $0) { $0 is String ? $0 : $0 as? NSNumber ?? $0 } }
    }

    /// Returns a value with each leaf replaced, and its collections by Foundation's if they are to be.
    static func objects(of value: Any, areCollections: Bool = false, _ object: (Any) -> Any) -> Any {
        func inner(_ value: Any) -> Any { objects(of: value, areCollections: areCollections, object) }
        if let entries = (value as? [String: Any])?.mapValues(inner) {
            return areCollections ? NSDictionary(dictionary: entries) : entries
        }
        guard let elements = (value as? [Any])?.map(inner) else { return object(value) }
        return areCollections ? NSArray(array: elements) : elements
    }

    /// Returns one pair whose value is 1 MiB of UTF-8, without an incomplete last character: of unreserved ASCII, in
    /// which nothing is escaped, or of Chinese, Japanese and Korean text, in which every byte is escaped.
    private static func long(_ sample: String) -> [String: Any] {
        let size = 1 << 20
        var text = String(repeating: sample, count: size / sample.utf8.count)
        for character in sample where text.utf8.count + character.utf8.count <= size { text.append(character) }
        return ["text": text]
    }
}

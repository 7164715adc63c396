import Foundation

/// The baseline: AFNetworking's query string written plainly in Swift, and never changed.
///
/// It is a careful but unmeasured port: recursive functions that return arrays of pairs, a cascade of conditional casts
/// in AFNetworking's order, sorted keys, key paths built by interpolation, and escaping by `addingPercentEncoding`.
/// Speeds are stated as multiples of it, so it must be made neither faster nor slower; on *flat* it takes about 16
/// times as long as `URLComponents.queryItems`.
///
/// Three of AFNetworking's operations are left out because on Linux they would make the baseline several times slower,
/// and so flatter the compared code. AFNetworking compares keys by `NSString.compare` (2 µs a comparison; `<` sorts the
/// keys of all payloads in the same order), makes its character set for every string (1.5 µs), and escapes in batches
/// of 50 UTF-16 units because of a defect in early iOS versions.
enum PlainQuery {
    /// A leaf under its key path, like `AFQueryStringPair`.
    struct Pair {
        let field: String
        let value: Any

        /// The leaf's text, `nil` for a null.
        var text: String? { value is NSNull ? nil : PlainQuery.description(of: value) }

        /// The pair as the query spells it.
        var encoded: String {
            guard let text else { return PlainQuery.escape(field) }
            return PlainQuery.escape(field) + "=" + PlainQuery.escape(text)
        }
    }

    /// Returns the query string of these parameters, like `AFQueryStringFromParameters`.
    static func string(from parameters: [String: Any]) -> String {
        pairs(from: parameters).map(\.encoded).joined(separator: "&")
    }

    /// Returns the leaves in the query's order.
    static func pairs(from parameters: [String: Any]) -> [Pair] { pairs(key: nil, value: parameters) }

    private static func pairs(key: String?, value: Any) -> [Pair] {
        var pairs: [Pair] = []
        if let dictionary = value as? [String: Any] {
            for nestedKey in dictionary.keys.sorted() {
                guard let nestedValue = dictionary[nestedKey] else { continue }
                pairs += Self.pairs(key: path(key, nestedKey), value: nestedValue)
            }
        } else if let dictionary = value as? [AnyHashable: Any] {
            let keys = dictionary.keys.sorted { description(of: $0.base) < description(of: $1.base) }
            for nestedKey in keys {
                guard let nestedValue = dictionary[nestedKey] else { continue }
                pairs += Self.pairs(key: path(key, description(of: nestedKey.base)), value: nestedValue)
            }
        } else if let array = value as? [Any] {
            for element in array {
                pairs += Self.pairs(key: "\(key ?? "")[]", value: element)
            }
        } else if let set = value as? Set<AnyHashable> {
            let elements = set.sorted { description(of: $0.base) < description(of: $1.base) }
            for element in elements {
                pairs += Self.pairs(key: key, value: element.base)
            }
        } else {
            pairs.append(Pair(field: key ?? "", value: value))
        }
        return pairs
    }

    private static func path(_ key: String?, _ nestedKey: String) -> String {
        guard let key else { return nestedKey }
        return "\(key)[\(nestedKey)]"
    }

    /// Returns the `description` that the Foundation object would have.
    private static func description(of value: Any) -> String {
        if let text = value as? String { return text }
        if let number = value as? NSNumber { return number.stringValue }
        return "\(value)"
    }

    /// Escapes everything but unreserved characters, `/` and `?`.
    private static func escape(_ string: String) -> String {
        string.addingPercentEncoding(withAllowedCharacters: allowed) ?? string
    }

    private static let allowed: CharacterSet = {
        var allowed = CharacterSet.urlQueryAllowed
        allowed.remove(charactersIn: ":#[]@!$&'()*+,;=")
        return allowed
    }()
}

import Foundation
import URLSerialization

/// The baseline of the encoders: Alamofire's `URLEncoding` written plainly, and never changed, as ``PlainQuery`` is for
/// AFNetworking's walk.
///
/// It is a cascade of conditional casts to a dictionary, an array and a number, with pairs in growing arrays, key paths
/// by interpolation, and escaping by `addingPercentEncoding`. Keys are sorted at every level, so that the outputs can
/// be compared.
enum PlainURLEncoding {
    /// Returns the request with the parameters as its body.
    static func encode(_ request: URLRequest, with parameters: [String: Any]) -> URLRequest {
        var request = request
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue("application/x-www-form-urlencoded; charset=utf-8", forHTTPHeaderField: "Content-Type")
        }
        request.httpBody = Data(query(of: parameters).utf8)
        return request
    }

    /// Returns the query string.
    static func query(of parameters: [String: Any]) -> String {
        var pairs: [(key: String, value: String)] = []
        for key in parameters.keys.sorted() {
            guard let value = parameters[key] else { continue }
            pairs += Self.pairs(key: key, value: value)
        }
        return pairs.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    }

    private static func pairs(key: String, value: Any) -> [(key: String, value: String)] {
        if let dictionary = value as? [String: Any] {
            return dictionary.keys.sorted().flatMap { nested in
                dictionary[nested].map { pairs(key: "\(key)[\(nested)]", value: $0) } ?? []
            }
        }
        if let array = value as? [Any] { return array.flatMap { pairs(key: "\(key)[]", value: $0) } }
        let text: String
        if let number = value as? NSNumber {
            let isBoolean = String(cString: number.objCType) == "c"
            text = isBoolean ? (number.boolValue ? "1" : "0") : "\(number)"
        } else {
            text = "\(value)"
        }
        return [(escape(key), escape(text))]
    }

    private static func escape(_ string: String) -> String {
        string.addingPercentEncoding(withAllowedCharacters: allowed) ?? string
    }

    private static let allowed: CharacterSet = {
        var allowed = CharacterSet.urlQueryAllowed
        allowed.remove(charactersIn: ":#[]@!$&'()*+,;=")
        return allowed
    }()
}

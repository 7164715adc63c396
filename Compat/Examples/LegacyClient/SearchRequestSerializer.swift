import AFNetworkingCompat
import Foundation

let SearchErrorDomain = "com.example.search"

/// The search server is old: it wants `color:red;size:10` instead of pairs with `=` and `&`.
class SearchRequestSerializer: AFHTTPRequestSerializer {

    override init() {
        super.init()
        useSearchQueries()
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
        // Archives have no blocks.
        useSearchQueries()
    }

    private func useSearchQueries() {
        setQueryStringSerializationWith { request, parameters, error in
            guard let fields = parameters as? [String: Any] else {
                error?.pointee = NSError(
                    domain: SearchErrorDomain, code: 1,
                    userInfo: [NSLocalizedDescriptionKey: "A search needs a dictionary for \(request.url!.path)."])
                return ""
            }
            return fields.keys.sorted().map { key in
                "\(key):" + AFPercentEscapedStringFromString("\(fields[key]!)")
            }.joined(separator: ";")
        }
    }

    /// Goes back to AFNetworking's own queries, with `=` and `&`.
    func useStandardQueries() {
        setQueryStringSerializationWith(.defaultStyle)
    }
}

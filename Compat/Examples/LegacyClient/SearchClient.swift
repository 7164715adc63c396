import AFNetworkingCompat
import Foundation

/// The search server is not part of the API: it needs no token, and labels its JSON as text. The class declares no
/// designated initializers, so it inherits those of AFHTTPSessionManager.
class SearchClient: AFHTTPSessionManager {

    convenience init(host: String) {
        self.init(baseURL: URL(string: "http://\(host)/search"), sessionConfiguration: .ephemeral)
        requestSerializer = SearchRequestSerializer()
        responseSerializer = AFJSONResponseSerializer()
        responseSerializer.acceptableContentTypes = NSSet(array: ["application/json", "text/plain"]) as? Set<String>
    }

    /// Written for AFNetworking 3.x before there was progress, or 2.x.
    @discardableResult
    func find(
        _ fields: Any?, success: @escaping ([String]) -> Void, failure: @escaping (NSError) -> Void
    ) -> URLSessionDataTask? {
        return get(
            "items", parameters: fields,
            success: { (task: URLSessionDataTask, responseObject: Any?) in
                success(responseObject as? [String] ?? [])
            },
            failure: { (task: URLSessionDataTask?, error: Error) in
                failure(error as NSError)
            })
    }
}

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

/// The style of the queries of an ``AFHTTPRequestSerializer``.
public enum AFHTTPRequestQueryStringSerializationStyle: UInt, Sendable {
    /// AFNetworking's style (`AFHTTPRequestQueryStringDefaultStyle`), the only one.
    case defaultStyle = 0
}

/// The user's block that makes query strings.
///
/// `@unchecked Sendable`: the block is called on the thread that makes a request, as in AFNetworking. An Objective-C
/// block's type cannot express that this is safe.
struct QueryStringBlock: @unchecked Sendable {
    let block: (URLRequest, Any, NSErrorPointer) -> String?

    /// Returns the block's query string, or an empty one if the block returns nil without an error, as in AFNetworking.
    ///
    /// - Throws: The error that the block sets.
    @Sendable func queryString(for request: URLRequest, _ parameters: Any) throws -> String {
        var error: NSError?
        let query = block(request, parameters, &error)
        if let error { throw error }
        return query ?? ""
    }
}

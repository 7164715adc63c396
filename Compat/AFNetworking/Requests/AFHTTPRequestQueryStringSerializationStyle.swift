/// How an ``AFHTTPRequestSerializer`` spells queries.
public enum AFHTTPRequestQueryStringSerializationStyle: UInt, Sendable {
    /// AFNetworking's own way (`AFHTTPRequestQueryStringDefaultStyle`). There is no other.
    case defaultStyle = 0
}

/// A caller's block that makes query strings.
///
/// `@unchecked Sendable`: the block is called on whatever thread makes a request, as AFNetworking calls it. That it may be
/// is the caller's promise, which the type of an Objective-C block cannot express.
struct QueryStringBlock: @unchecked Sendable {
    let block: (URLRequest, Any, NSErrorPointer) -> String?

    /// What the block makes of the parameters; nothing if it returns nil without an error, as in AFNetworking.
    ///
    /// - Throws: The error that the block leaves.
    @Sendable func queryString(for request: URLRequest, _ parameters: Any) throws -> String {
        var error: NSError?
        let query = block(request, parameters, &error)
        if let error { throw error }
        return query ?? ""
    }
}

/// How an ``AFHTTPRequestSerializer`` spells queries.
public enum AFHTTPRequestQueryStringSerializationStyle: UInt, Sendable {
    /// AFNetworking's own way (`AFHTTPRequestQueryStringDefaultStyle`). There is no other.
    case defaultStyle = 0
}

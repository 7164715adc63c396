/// Where the connection of a ``StreamRequest`` goes. Alamofire 4 has network services beside it, which Foundation has
/// given up.
public enum Streamable: Hashable, Sendable {
    /// A host by its name or address, and a TCP port.
    case host(String, port: Int)
}

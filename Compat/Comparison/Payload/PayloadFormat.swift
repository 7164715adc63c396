/// The format of a payload.
public enum PayloadFormat: String, Sendable, Codable {
    /// JSON (RFC 8259).
    case json = "JSON"
    /// JSON whose objects with one key that begins with `$` stand for sets, dates, bytes and numbers of a given width.
    case typedJSON = "typed JSON"
    /// An XML property list.
    case xmlPropertyList = "XML property list"
    /// A binary property list.
    case binaryPropertyList = "binary property list"
}

/// A value of a tree that is being read.
///
/// Its collections are shared by reference, so that they can be filled in place. Its texts are bytes, because only
/// those that remain at the end must be UTF-8.
enum ParsedValue {
    /// Rack's value of a key without `=`.
    case null
    /// qs's value of a key that was a text before.
    case yes
    case text([UInt8])
    case list(ParsedList)
    case dictionary(ParsedDictionary)

    var isCollection: Bool {
        switch self {
        case .list, .dictionary: true
        case .null, .yes, .text: false
        }
    }
}

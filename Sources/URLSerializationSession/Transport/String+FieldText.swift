extension String {
    /// The text that a server meant by a field's value, if it sent it in UTF-8 and it was read as Latin-1, as Apple's
    /// systems do; nil if it is no UTF-8 then. On Linux fields are read as UTF-8.
    var readingLatin1AsUTF8: String? {
        data(using: .isoLatin1).flatMap { String(data: $0, encoding: .utf8) }
    }
}

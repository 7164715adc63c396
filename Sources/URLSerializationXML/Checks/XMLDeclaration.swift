/// The XML declaration (XML 1.0, section 2.8) of a document whose first characters are ASCII.
struct XMLDeclaration {
    /// The encoding's name, if it has one.
    var encodingName: String?
    /// The range of `encoding="…"`.
    var encodingRange: Range<Int>?

    /// Returns the declaration, or `nil` if the document begins differently.
    ///
    /// Parsing is strict, so that the parser cannot read another encoding from it.
    ///
    /// - Throws: If it is malformed.
    static func read(_ data: Data) throws(UndecodableData) -> XMLDeclaration? {
        // Far more than the declaration's three short values need.
        let head = [UInt8](data.prefix(1024))
        let declaration: Result<XMLDeclaration, UndecodableData>? = head.withUnsafeBytes { bytes in
            var cursor = ByteCursor(bytes)
            guard cursor.take("<?xml"), cursor.byte.isXMLSpace else { return nil }
            var declaration = XMLDeclaration()
            for key in ["version", "encoding", "standalone"] as [StaticString] {
                let spaced = cursor.skipSpace()
                let start = cursor.position
                guard spaced, cursor.take(key) else { continue }
                cursor.skipSpace()
                guard cursor.take("=") else { return .failure(malformed(cursor.position)) }
                cursor.skipSpace()
                guard let value = cursor.literal() else { return .failure(malformed(cursor.position)) }
                guard key.utf8Start[0] == UInt8(ascii: "e") else { continue }
                declaration.encodingName = String(decoding: bytes[value], as: UTF8.self)
                declaration.encodingRange = start..<cursor.position
            }
            cursor.skipSpace()
            return cursor.take("?>") ? .success(declaration) : .failure(malformed(cursor.position))
        }
        switch declaration {
        case nil: return nil
        case .success(let declaration): return declaration
        case .failure(let error): throw error
        }
    }

    private static func malformed(_ position: Int) -> UndecodableData {
        XMLFault.fault(.declarationNotFinished, "its XML declaration is malformed", at: position)
    }
}

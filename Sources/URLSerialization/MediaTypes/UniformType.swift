#if canImport(UniformTypeIdentifiers)
    import UniformTypeIdentifiers
#endif

/// What Apple's systems know of files, apps' own types among it. Elsewhere nothing is known.
///
/// The part for Apple's systems has not been run.
enum UniformType {
    /// The media type the system prefers for files with an extension, if it knows one.
    static func mediaType(forFileExtension fileExtension: String) -> String? {
        #if canImport(UniformTypeIdentifiers)
            // An app declares what it likes.
            UTType(filenameExtension: fileExtension)?.preferredMIMEType.flatMap {
                MediaType.isWellFormed($0.utf8) ? $0 : nil
            }
        #else
            nil
        #endif
    }
}

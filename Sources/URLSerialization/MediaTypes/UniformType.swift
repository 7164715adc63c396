#if canImport(UniformTypeIdentifiers)
    import UniformTypeIdentifiers
#endif

/// The media types known to Apple's systems, including those that apps declare. On other systems there are none.
///
/// The part for Apple's systems has not been run.
enum UniformType {
    /// Returns the system's preferred media type for files with an extension, or `nil` if it has none.
    static func mediaType(forFileExtension fileExtension: String) -> String? {
        #if canImport(UniformTypeIdentifiers)
            // An app may declare a malformed one.
            UTType(filenameExtension: fileExtension)?.preferredMIMEType.flatMap {
                MediaType.isWellFormed($0.utf8) ? $0 : nil
            }
        #else
            nil
        #endif
    }
}

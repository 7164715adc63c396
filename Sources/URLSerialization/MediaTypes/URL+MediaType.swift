extension URL {
    /// The media type that a file's name suggests (`AFContentTypeForPathExtension` of `-[NSURL pathExtension]`).
    ///
    /// Only what follows the last dot counts: `a.tar.gz` is a gzip file. A name without a dot, that ends with one or
    /// has none but at its start, as `.hidden`, has no extension. Foundation on Linux finds none in `..txt`, nor where
    /// it contains a space; no known extension does.
    var mediaType: String { MediaType.forFileExtension(pathExtension) }
}

extension MediaType {
    /// The media type that a file's name suggests, by the same rules.
    static func forFileName(_ name: String) -> String {
        forFileExtension((name as NSString).pathExtension)
    }
}

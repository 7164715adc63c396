/// The consumer of outputs' sizes, so that the compiler must assume that they are used.
enum OutputSink {
    /// Consumes a size.
    ///
    /// The comparison can only succeed for a size that no run reaches, which the compiler cannot know.
    @inline(never)
    static func consume(_ bytes: Int) {
        if bytes == .min { print("negative output") }
    }
}

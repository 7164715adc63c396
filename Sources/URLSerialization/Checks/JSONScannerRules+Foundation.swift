extension JSONScanner.Rules {
    /// What `JSONSerialization` is checked for.
    ///
    /// On Linux its grammar is known in every detail. On Darwin nobody has compared them, and its parser finds errors
    /// fast by itself: there only what no reader of JSON can accept is refused. The Darwin branch has not been run.
    static var foundation: Self {
        #if canImport(Darwin)
            .decoder
        #else
            .serialization
        #endif
    }
}

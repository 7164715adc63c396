import Testing

/// Steps of `.ci` run the tests that carry a tag: they read the attributes of suites and tests, where tags are literal.
extension Tag {
    /// Tests that keep a processor busy for seconds, and others from their events meanwhile.
    @Tag package static var busy: Self
    /// Tests that only compute, each in one thread, where ThreadSanitizer finds nothing and takes long.
    @Tag package static var computing: Self
    /// Tests that compare with Foundation's readers.
    @Tag package static var foundation: Self
    /// Tests of system calls that are repeated when a signal interrupts them.
    @Tag package static var interrupted: Self
    /// Tests that send requests, to a server in this process or to real ones.
    @Tag package static var network: Self
    /// Tests of random inputs or of large tables, more of them with more ``Effort``.
    @Tag package static var random: Self
    /// Tests that ask real programs, such as PHP, Node or OpenSSL, which may be missing.
    @Tag package static var real: Self
    /// Tests that use a processor for more than two seconds.
    @Tag package static var slow: Self
}

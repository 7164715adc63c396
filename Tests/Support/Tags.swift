import Testing

/// Steps of `.ci` run the tests that carry a tag: they read the attributes of suites and tests, where tags are literal.
extension Tag {
    /// Tests that keep a processor busy for seconds, and others from their events meanwhile.
    @Tag package static var busy: Self
    /// Tests that only compute, each in one thread, where ThreadSanitizer finds nothing and takes long.
    @Tag package static var computing: Self
    /// Tests of system calls that are repeated when a signal interrupts them.
    @Tag package static var interrupted: Self
    /// Tests that send requests, to a server in this process or to real ones.
    @Tag package static var network: Self
    /// Tests of random or large inputs or of large tables, more of them with more ``Effort``.
    @Tag package static var random: Self
    /// Tests that ask real programs, such as PHP, Node or OpenSSL, which may be missing.
    @Tag package static var real: Self
    /// Tests that use a processor for more than two seconds.
    @Tag package static var slow: Self
    /// Tests that post forms to real servers, which `.ci/servers/start` starts.
    @Tag package static var forms: Self
    /// Tests that ask real parsers or frameworks, which `.ci/stacks/install` installs.
    @Tag package static var stacks: Self
    /// Tests that send requests through mitmproxy, which `.ci/traffic/check` starts.
    @Tag package static var traffic: Self
    /// Tests that send requests to httpbin, which `.ci/servers/start` starts.
    @Tag package static var httpbin: Self
    /// Tests that need a network namespace.
    @Tag package static var namespace: Self
    /// Tests that need a full disk.
    @Tag package static var disk: Self
    /// Tests that replay recordings, `VECTORS` where it is set.
    @Tag package static var recordings: Self
    /// Tests that open thousands of connections, or send gigabytes, with more ``Effort``.
    @Tag package static var connections: Self
    /// Tests that cancel, pause and repeat requests at random.
    @Tag package static var storms: Self
    /// Tests that send mixed requests for `SOAK_SECONDS`.
    @Tag package static var soak: Self
    /// Tests of pins, which need the engine on libcurl.
    @Tag package static var pins: Self
}

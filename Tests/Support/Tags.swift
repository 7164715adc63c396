import Testing

extension Tag {
    /// Tests that send requests, to a server in this process or to real ones.
    @Tag package static var network: Self
    /// Tests that ask real programs, such as PHP, Node or OpenSSL, which may be missing.
    @Tag package static var real: Self
    /// Tests that use a processor for more than two seconds.
    @Tag package static var slow: Self
}

import URLSerialization

/// The comparison of header fields, except those whose values depend on the process and the machine.
enum HeaderComparison {
    private static let ownHeaders: Set<String> = ["user-agent", "accept-language"]

    /// Returns the values by lower-case name, since URLRequest on Linux changes the case of names.
    static func fields(_ headers: [(name: String, value: String)]) -> [String: String] {
        Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { _, last in last }
            .filter { !ownHeaders.contains($0.key) }
    }

    /// Returns the differences of fields, in the order of their names.
    static func mismatches(
        _ subject: String = "header", expected: [String: String], actual: [String: String]
    ) -> [Mismatch] {
        Set(expected.keys).union(actual.keys).sorted().compactMap { name in
            Mismatch.ofTexts(
                "\(subject) \(name)", expected: expected[name].map { "'\($0)'" } ?? "absent",
                actual: actual[name].map { "'\($0)'" } ?? "absent")
        }
    }
}

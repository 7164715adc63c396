import URLSerialization

/// Compares header fields, without those whose values depend on the process and the machine.
enum HeaderComparison {
    private static let ownHeaders: Set<String> = ["user-agent", "accept-language"]

    /// Values by lower-case name: Linux's URLRequest changes the case of names, and it means nothing.
    static func fields(_ headers: [(name: String, value: String)]) -> [String: String] {
        Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { _, last in last }
            .filter { !ownHeaders.contains($0.key) }
    }

    /// In what fields differ, in the order of their names.
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

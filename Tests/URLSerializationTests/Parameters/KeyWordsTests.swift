import Testing
import URLSerialization

@Suite struct KeyWordsTests {
    @Test(arguments: [
        ("", ""), ("a", "a"), ("A", "a"), ("oneTwo", "one_two"), ("OneTwo", "one_two"),
        ("myURLProperty", "my_url_property"),
        ("HTTPServer", "h_ttp_server"), ("URL", "u_rl"), ("aB", "a_b"), ("aBC", "a_bc"), ("a1B2", "a1_b2"),
        ("already_snake", "already_snake"), ("_leading", "_leading"), ("éÉa", "é_éa"), ("x😀Y", "x😀_y"),
        // Scalars that form a character with what follows them.
        ("x\u{600}A\u{600}b", "x\u{600}_a\u{600}b"), ("\u{600}Ab", "\u{600}ab"), ("aE\u{301}b", "a_e\u{301}b"),
        ("ΑβΓ", "αβ_γ"),
    ])
    func wordsBeginAtCapitals(key: String, expected: String) {
        #expect(KeyWords.joined(key, by: "_") == expected)
    }
}

/// The payloads *long-ascii* and *long-cjk*: one pair whose value is 1 MiB of UTF-8.
enum LongPayload {
    private static let size = 1 << 20

    /// 1 MiB of unreserved ASCII, in which nothing is escaped.
    static var ascii: [String: Any] {
        ["text": repeated("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")]
    }

    /// 1 MiB of Chinese, Japanese and Korean text, without an incomplete last character, in which every byte is
    /// escaped.
    static var cjk: [String: Any] {
        ["text": repeated("天地玄黃宇宙洪荒日月盈昃いろはにほへとちりぬるをカナ가나다라마바사")]
    }

    private static func repeated(_ sample: String) -> String {
        var text = String(repeating: sample, count: size / sample.utf8.count)
        for character in sample where text.utf8.count + character.utf8.count <= size { text.append(character) }
        return text
    }
}

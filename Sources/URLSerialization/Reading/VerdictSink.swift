/// A sink that keeps nothing: its reader only decides whether a document is accepted.
struct VerdictSink: ValueSink {
    static var usesTexts: Bool { false }

    /// Whether texts may be other than UTF-8, as for decoders if no model asks for them.
    var isLax = false

    mutating func null() {}
    mutating func end() {}
    mutating func text(_ text: ByteRun) -> Bool { isLax || text.isASCII || text.firstInvalid == nil }
    mutating func key(_ text: ByteRun, isMalformed: Bool) -> Bool { isLax || text.isASCII || text.firstInvalid == nil }
}

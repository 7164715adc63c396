/// The reader whose rules a JSON text must follow.
package enum JSONRules {
    /// The rules of `JSONSerialization` on Linux, which reads all texts and numbers.
    case serialization(allowsFragments: Bool)
    /// The rules of `JSONDecoder`, which does not parse strings and numbers that no model asks for.
    case decoder
    /// The rules of RFC 8259 for texts in UTF-8 that are printed as they are written: without the additional comma. The
    /// sink receives an unpaired surrogate as the three bytes that UTF-8 would have for it.
    case exact(maximumDepth: Int)

    var isExact: Bool { if case .exact = self { true } else { false } }
    /// The depth to which Foundation and this module read documents.
    static let greatestDepth = 512

    var maximumDepth: Int {
        if case .exact(let maximumDepth) = self { maximumDepth } else { Self.greatestDepth }
    }

    var isLax: Bool { if case .decoder = self { true } else { false } }
    var allowsFragments: Bool { if case .serialization(let allows) = self { allows } else { true } }
}

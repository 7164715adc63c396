/// Refuses invalid JSON before one of Foundation's decoders reads it.
///
/// On Linux `JSONSerialization` builds a tree before it looks at the end: it took 3.6 s and 660 MB to refuse 13.5 MB of
/// truncated JSON. A scan that stores nothing takes some 20 ms.
package enum JSONCheck {
    /// The size in bytes up to which nothing is scanned.
    ///
    /// Foundation refuses this much in 65 ms and 25 MB, and small bodies need not be read twice.
    package static let threshold = 128 << 10

    /// Checks a text that `JSONSerialization` is to read.
    ///
    /// The check refuses nothing that `JSONSerialization` accepts. On Linux it leaves `JSONSerialization` only one
    /// thing to refuse in a text above ``threshold``: numbers too large for a `Double` in dictionaries. With options
    /// that Linux does not have (`json5Allowed`, `topLevelDictionaryAssumed`) nothing is checked.
    ///
    /// - Throws: `NSCocoaErrorDomain` 3840 with the problem and its byte.
    /// - Complexity: O(n) time; O(1) memory for UTF-8, half of n for UTF-16, a quarter for UTF-32.
    package static func check(_ data: Data, options: JSONSerialization.ReadingOptions) throws(UndecodableData) {
        guard data.count > threshold else { return }
        try scan(data, options: options)
    }

    /// Checks a text that a `JSONDecoder` is to read.
    ///
    /// The decoder only looks at the strings and numbers that a model asks for, so the rest may be malformed.
    /// Nothing is checked for a decoder that reads JSON5 or assumes a dictionary.
    ///
    /// - Throws: `NSCocoaErrorDomain` 3840 with the problem and its byte.
    /// - Complexity: As for `JSONSerialization`.
    package static func check(_ data: Data, for decoder: JSONDecoder) throws(UndecodableData) {
        guard data.count > threshold, !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary else { return }
        try scan(data, rules: .decoder)
    }

    /// Returns the reason and place of a refusal by `JSONSerialization`, for data of any size, or the error itself if
    /// the scan finds nothing.
    static func explained(
        _ error: any Error, of data: Data, options: JSONSerialization.ReadingOptions
    ) -> any Error {
        guard options.isSubset(of: knownOptions) else { return error }
        do {
            try scan(data, rules: .refused, allowsFragments: options.contains(.fragmentsAllowed))
            return error
        } catch {
            return error
        }
    }

    /// Returns the reason and place of a refusal by a `JSONDecoder`, for data of any size, or the error itself if it is
    /// the model's.
    ///
    /// On Linux the decoder's error is the same for a number that does not fit its type, and has no coding path.
    static func explained(_ error: any Error, of data: Data, for decoder: JSONDecoder) -> any Error {
        guard case DecodingError.dataCorrupted(let context) = error, context.codingPath.isEmpty,
            !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary
        else { return error }
        let isDecoders = context.debugDescription == "The given data was not valid JSON."
        do throws(UndecodableData) {
            try scan(data, rules: isDecoders ? .refused : .decoder)
            guard isDecoders else { return error }
            throw UndecodableData("The JSON text is well-formed, but a number in it does not fit the model's type.")
        } catch {
            return DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: error.reason, underlyingError: error))
        }
    }

    /// Checks data of any size, for tests.
    static func scan(_ data: Data, options: JSONSerialization.ReadingOptions) throws(UndecodableData) {
        guard options.isSubset(of: knownOptions) else { return }
        try scan(data, rules: .foundation, allowsFragments: options.contains(.fragmentsAllowed))
    }

    /// Checks data of any size, for tests.
    static func scan(_ data: Data, rules: JSONScanner.Rules, allowsFragments: Bool = true) throws(UndecodableData) {
        let encoding = TextEncoding(ofJSON: data)
        let fault: UndecodableData?
        if encoding.unit == 1 {
            fault = data.withUnsafeBytes { bytes in
                var scanner = JSONScanner(
                    bytes, from: encoding.markLength, rules: rules, allowsFragments: allowsFragments, unit: "byte")
                return scanner.fault()
            }
        } else {
            let narrowed = try encoding.narrowed(data)
            fault = narrowed.withUnsafeBytes { bytes in
                var scanner = JSONScanner(
                    bytes, from: 0, rules: rules, allowsFragments: allowsFragments, unit: "character")
                return scanner.fault()
            }
        }
        if let fault { throw fault }
    }

    private static let knownOptions: JSONSerialization.ReadingOptions = [
        .mutableContainers, .mutableLeaves, .fragmentsAllowed,
    ]
}

extension JSONScanner.Rules {
    /// The rules of `JSONSerialization`.
    ///
    /// On Linux its grammar is known in every detail. On Darwin the rules have not been compared, and the parser finds
    /// errors fast by itself, so only text that no JSON reader can accept is refused there. The Darwin branch has not
    /// been run.
    static var foundation: Self {
        #if canImport(Darwin)
            .decoder
        #else
            .serialization
        #endif
    }
}

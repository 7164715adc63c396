/// Refuses what is not JSON before a decoder of Foundation's is given it.
///
/// On Linux `JSONSerialization` builds a tree before it looks at the end: 13.5 MB that are cut off took it 3.6 s and
/// 660 MB to refuse. A scan that keeps nothing finds out in some 20 ms.
package enum JSONCheck {
    /// The size in bytes up to which nothing is scanned.
    ///
    /// Foundation refuses this much in 65 ms and 25 MB, and no small body pays for a second look.
    package static let threshold = 128 << 10

    /// Checks what `JSONSerialization` is to read.
    ///
    /// Refuses nothing that `JSONSerialization` accepts and, on Linux, leaves it nothing over ``threshold`` to refuse
    /// but numbers too large for a `Double` in dictionaries.
    /// Where options are set that Linux does not have (`json5Allowed`, `topLevelDictionaryAssumed`) nothing is checked.
    ///
    /// - Throws: What is wrong and at which byte: `NSCocoaErrorDomain` 3840.
    /// - Complexity: O(n) time; O(1) memory for UTF-8, half of n for UTF-16, a quarter for UTF-32.
    package static func check(_ data: Data, options: JSONSerialization.ReadingOptions) throws(UndecodableData) {
        guard data.count > threshold else { return }
        try scan(data, options: options)
    }

    /// Checks what a `JSONDecoder` is to read.
    ///
    /// The decoder only looks at the strings and numbers that a model asks for, so the rest may be malformed.
    /// Nothing is checked for a decoder that reads JSON5 or assumes a dictionary.
    ///
    /// - Throws: What is wrong and at which byte: `NSCocoaErrorDomain` 3840.
    /// - Complexity: As for `JSONSerialization`.
    package static func check(_ data: Data, for decoder: JSONDecoder) throws(UndecodableData) {
        guard data.count > threshold, !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary else { return }
        try scan(data, rules: .decoder)
    }

    /// The reason why `JSONSerialization` refused data of any size, with its place; the error itself where none is found.
    static func explained(
        _ error: any Error, of data: Data, options: JSONSerialization.ReadingOptions
    ) -> any Error {
        do {
            try scan(data, options: options)
            return error
        } catch {
            return error
        }
    }

    /// The reason why a `JSONDecoder` refused data of any size, with its place; the error itself where none is found.
    static func explained(_ error: any Error, of data: Data, for decoder: JSONDecoder) -> any Error {
        guard case DecodingError.dataCorrupted(let context) = error, context.codingPath.isEmpty,
            !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary
        else { return error }
        do throws(UndecodableData) {
            try scan(data, rules: .decoder)
            return error
        } catch {
            return DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: error.reason, underlyingError: error))
        }
    }

    /// The check whatever the size, for tests.
    static func scan(_ data: Data, options: JSONSerialization.ReadingOptions) throws(UndecodableData) {
        guard options.isSubset(of: knownOptions) else { return }
        try scan(data, rules: .foundation, allowsFragments: options.contains(.fragmentsAllowed))
    }

    /// The check whatever the size, for tests.
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
    /// On Linux its grammar is known in every detail. On Darwin they have not been compared, and its parser finds errors
    /// fast by itself: there only what no reader of JSON can accept is refused. The Darwin branch has not been run.
    static var foundation: Self {
        #if canImport(Darwin)
            .decoder
        #else
            .serialization
        #endif
    }
}

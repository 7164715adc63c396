import SerializerComparison
import URLSerialization

extension CommandLineOptions {
    static let version = "0.9.0"

    /// The help text: the options come from their tables.
    static var help: String {
        """
        \(introduction)

        \(lines(for: CommandLineOption.general))

        The use of Alamofire's encoders and of JSONEncoder; the first choice is their
        default. A sender without the option is not affected:
        \(lines(for: CommandLineOption.strategies))

        The query styles (php, rack, qs, flat); without --only their choices make one
        more sender, AFNetworking's style with these changes:
        \(lines(for: CommandLineOption.styles))

        \(typedJSON)

        The table takes the width of the terminal, or of COLUMNS; boxes and letters
        beyond ASCII are drawn where LC_ALL, LC_CTYPE or LANG name UTF-8.

        Exit status: 0; 1 if --check finds a difference or verify a failure; 2 for
        unusable input, with the reason on one line of standard error.

        """
    }

    private static func lines(for options: [CommandLineOption]) -> String {
        options.flatMap { option in
            let name = option.name + (option.value.map { " \($0)" } ?? "")
            let lines = LineWrapper.wrapWords(option.help, width: 55)
            let first = name.count > 20 ? [] : [lines[0]]
            let start = "  " + name + String(repeating: " ", count: max(1, 21 - name.count))
            return [name.count > 20 ? "  \(name)" : start + first[0]]
                + lines.dropFirst(first.count).map { String(repeating: " ", count: 25) + $0 }
        }.joined(separator: "\n")
    }

    private static var introduction: String {
        """
        Usage: compare-serializers [OPTION]... FILE
               compare-serializers match [OPTION]... FILE...
               compare-serializers view [OPTION]... QUERY
               compare-serializers verify [OPTION]... FILE.jsonl...

        Compares what the request serializers of URLSerialization, Alamofire's and
        Foundation's encoders send for one payload: how many values arrive, which
        differ from AFNetworking's query, why, and what to do about it.

        FILE is JSON, an XML or a binary property list, at most \(PayloadReader.maximumSize / 1024 / 1024) MiB and
        \(PayloadReader.maximumCount) values; '-' is standard input. 'match' searches the strategies of
        Alamofire's encoders and of QueryStyle for AFNetworking's bytes, else for what
        means the same to --server, and prints the code. 'view' shows a query, that of
        a URL, or the body of a form, as servers read it; '-' is standard input there
        too. 'verify' replays vectors of recorded behaviour, prints each failure and
        ends with 'N passed, N failed'; its files are at most \(Tool.maximumVectorSize / 1024 / 1024) MiB.
        """
    }

    private static let typedJSON = """
        In typed JSON an object with one key that begins with $ is a typed value:
          {"$set": [V, ...]}             a set
          {"$dict": [[KEY, V], ...]}     a dictionary, its keys of any kind
          {"$swiftdict": {"a": "b"}}     [String: String]
          {"$intdict": {"7": "x"}}       [Int: String]
          {"$optional": V}               a Swift optional; null is none
          {"$date": SECONDS}             a date, in seconds since 1970
          {"$data": "BASE64"}            bytes
          {"$url": "TEXT"}               a URL
          {"$decimal": "1.10"}           a decimal number
          {"$double": N}, {"$float": N}  N may be "NaN", "Infinity" or "-Infinity"
          {"$int": "DIGITS"}             64 bits; also $int8, $int16, $int32, $int64,
                                         $uint, $uint8, $uint16, $uint32 and $uint64
        """
}

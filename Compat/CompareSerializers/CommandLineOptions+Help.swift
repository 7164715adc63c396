import SerializerComparison

extension CommandLineOptions {
    static let version = "0.7.0"

    static let help = """
        Usage: compare-serializers [OPTION]... FILE
               compare-serializers verify [OPTION]... FILE.jsonl...

        Shows what the request serializers of URLSerialization, Alamofire's and
        Foundation's encoders send for one payload, side by side, what differs from
        AFNetworking's query and why, and what is lost.

        FILE is JSON, an XML or a binary property list, at most \(PayloadReader.maximumSize / 1024 / 1024) MiB and
        \(PayloadReader.maximumCount) values; '-' is standard input. 'verify' replays vectors of recorded
        behaviour, prints each failure and ends with 'N passed, N failed'; its files are
        at most \(Tool.maximumVectorSize / 1024 / 1024) MiB.

          --method M         the request's method (POST)
          --url U            the request's URL (https://api.example.com/orders)
          --format FORMAT    text (default) or json, which is complete
          --output FILE      write there and not to standard output
          --color WHEN       auto (default; honours NO_COLOR), always or never
          --typed            FILE is typed JSON (see below)
          --only NAMES       show these alone, and check these alone: NAMES are some of
                             http, urlencoding, urlform, urlcomponents, json,
                             jsonencoding, jsonparameters, jsonencoder, plist and
                             plistencoder, or the types' names, with commas between;
                             also php, rack, qs and flat, the query styles that are
                             named for who reads them
          --check            exit with 1 if any pair differs from AFNetworking's
          --help             print this
          --version          print the version

        How Alamofire's encoders and JSONEncoder are used; the first choice is their
        default, and who has no such choice is used as ever:
          --array FORM       keys of an array's elements: brackets, no-brackets, index
                             (urlencoding, urlform)
          --bool FORM        Booleans: numeric, literal (urlencoding, urlform)
          --destination D    where a query goes: method (which decides), query, body
                             (urlencoding, urlform)
          --data FORM        bytes: base64, deferred, which is an array of numbers
                             (urlform, jsonparameters, jsonencoder)
          --date FORM        dates: deferred, which is seconds since 2001, seconds or
                             milliseconds since 1970, iso8601
                             (urlform, jsonparameters, jsonencoder)
          --key FORM         keys: default, snake, kebab, capitalized, uppercased,
                             lowercased (urlform; jsonparameters and jsonencoder have
                             default and snake alone)
          --key-path FORM    nested keys: brackets, dots (urlform)
          --nil FORM         nulls: drop-key, drop-value, null (urlform)
          --space FORM       spaces: percent, plus (urlform)
          --no-alphabetize   pairs in the payload's order, not sorted (urlform)

        In typed JSON an object with one key that begins with $ is a value of its own:
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

        The table takes the width of the terminal, or of COLUMNS; boxes and letters
        beyond ASCII are drawn where LC_ALL, LC_CTYPE or LANG name UTF-8.

        Exit status: 0; 1 if --check finds a difference or verify a failure; 2 for
        unusable input, with one line on standard error that says why.

        """
}

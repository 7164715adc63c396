@testable import URLSerialization

extension Door {
    /// Parameters that the input says, through each writer.
    static let parameters = [
        Door(name: "write-query", check: writeQuery),
        Door(name: "write-json", check: writeJSON),
        Door(name: "write-list", check: writeList),
        Door(name: "write-form", check: writeForm),
        Door(name: "write-model", check: writeModel),
        Door(name: "write-any", check: writeAny),
        Door(name: "write-request", check: writeRequest),
    ]

    private static let styles: [QueryStyle] = [
        .afNetworking, QueryStyle(arrays: .indices), QueryStyle(arrays: .repeated),
        QueryStyle(arrays: .commaSeparated), QueryStyle(nulls: .literal, booleans: .literal), QueryStyle(spaces: .plus),
    ]

    @Sendable private static func writeQuery(_ input: [UInt8]) throws {
        var program = Program(input)
        let chosen = program.below(16)
        let value = ParameterValue.dictionary(program.dictionary())
        if chosen < styles.count {
            let serializer = QueryStringSerializer(style: styles[chosen])
            guard let query = try allowing(RequestSerializationError.self, { try serializer.string(from: value) })
            else { return }
            try checkQuery(query)
            try checkLength(query.utf8.count, of: input)
            let pairs = try serializer.pairs(from: value)
            let read = fields(query, hasPlus: serializer.style.spaces == .plus)
            try claim("\(query) is not \(pairs)", read == pairs || query.isEmpty && pairs.isEmpty)
            return
        }
        let dialect = QueryDialect.allCases[chosen % QueryDialect.allCases.count]
        let serializer = QueryStringSerializer(style: dialect.style)
        guard let query = try allowing(RequestSerializationError.self, { try serializer.string(from: value) }) else {
            return
        }
        try checkQuery(query)
        try checkLength(query.utf8.count, of: input)
        // The server reads the query of its style, and the reading is written as the same query.
        let parsed = try QueryParser(style: dialect).parse(query)
        try claim("\(query) is read as \(parsed)", try sorted(serializer.string(from: parsed)) == sorted(query))
        try claim("\(value) is read as \(parsed)", dialect.isReading(parsed, of: value))
    }

    /// The pairs of a query, without the package's own decoder.
    static func fields(_ query: String, hasPlus: Bool = false) -> [ParameterPair] {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let texts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { text in
                var (bytes, rest) = ([UInt8](), text.utf8)
                while let byte = rest.popFirst() {
                    let isEscape = byte == UInt8(ascii: "%")
                    let escaped = isEscape ? UInt8(String(rest.prefix(2)) ?? "", radix: 16) : nil
                    bytes.append(escaped ?? (hasPlus && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte))
                    if escaped != nil { rest = rest.dropFirst(2) }
                }
                return String(decoding: bytes, as: UTF8.self)
            }
            return ParameterPair(key: texts[0], value: texts.count > 1 ? texts[1] : nil)
        }
    }

    private static func sorted(_ query: String) -> [Substring] { query.split(separator: "&").sorted() }

    @Sendable private static func writeJSON(_ input: [UInt8]) throws {
        var program = Program(input)
        let value = ParameterValue.dictionary(program.dictionary(.json))
        let request = try allowing(RequestSerializationError.self) {
            try JSONRequestSerializer().request(method: .post, url: "https://a.b/", parameters: value)
        }
        guard let body = request?.httpBody else { return }
        try claim("a control character", !body.contains { $0 < 0x20 })
        try checkLength(body.count, of: input, each: 32)
        if isSampled(input) {
            let object = try JSONSerialization.jsonObject(with: body)
            let read = try JSONDocument(body).object(ObjectOptions(), allowsFragments: false)
            try claim("\(object) \(read)", isSame(read, object))
        }
        try claim("another value is read back", try ParameterValue(jsonData: body).isNearly(value))
    }

    @Sendable private static func writeList(_ input: [UInt8]) throws {
        var program = Program(input)
        let format: PropertyListSerialization.PropertyListFormat = program.below(2) == 0 ? .xml : .binary
        let value = ParameterValue.dictionary(program.dictionary())
        let serializer = PropertyListRequestSerializer(format: format)
        // Foundation's error is passed on.
        let request = try allowing(NSError.self) {
            try serializer.request(method: .post, url: "https://a.b/", parameters: value)
        }
        guard let body = request?.httpBody else { return }
        try checkLength(body.count, of: input, each: 64)
        let object = try PropertyListDocument(body).object(ObjectOptions())
        let read = DecodableResponseSerializer(ParameterValue.self, format: .propertyList(PropertyListDecoder()))
        let decoded = try read.decodeBody(body, of: nil)
        try claim("\(value) is read back as \(decoded as Any)", decoded?.isNearly(value) == true)
        guard isSampled(input) else { return }
        let expected = try PropertyListSerialization.propertyList(from: body, format: nil)
        try claim("\(object) \(expected)", isSame(object, expected))
    }

    /// A form, read by a parser that knows only RFC 7578.
    @Sendable private static func writeForm(_ input: [UInt8]) throws {
        var program = Program(input)
        var form = MultipartForm()
        var expected: [(head: [String], content: Data)] = []
        for _ in 0...program.below(4) {
            let content = Data(program.bytes())
            let (name, fileName, type) = (program.text(), program.text(), program.text())
            let head = try allowing(RequestSerializationError.self) {
                switch program.below(4) {
                case 0:
                    try form.append(content, name: name)
                    return [disposition(name)]
                case 1:
                    try form.append(headers: [type: name], body: content)
                    return ["\(type): \(name)"]
                default:
                    try form.append(content, name: name, fileName: fileName, mediaType: type)
                    return ["\(disposition(name)); filename=\"\(quoted(fileName))\"", "Content-Type: \(type)"]
                }
            }
            if let head { expected.append((head, content)) }
        }
        let fields = ParameterValue.dictionary(program.dictionary())
        let before = form.partCount
        var hasBytes = false
        if try allowing(RequestSerializationError.self, { try form.append(parameters: fields) }) == nil {
            try claim("a refused append leaves \(form.partCount - before) parts", form.partCount == before)
        } else if let pairs = try allowing(RequestSerializationError.self, { try fields.pairs() }) {
            expected += pairs.map { ([disposition($0.key)], Data(($0.value ?? "").utf8)) }
        } else {
            // A query has no bytes.
            hasBytes = true
        }
        guard let body = try form.makeBody() else { return try claim("no body", form.partCount == 0) }
        let data = try body.data()
        try claim("\(data.count) bytes, announced \(body.contentLength)", Int64(data.count) == body.contentLength)
        try checkLength(data.count, of: input)
        let parts = try FormReader(boundary: "\(form.boundary)").read(data)
        try claim(
            "\(parts.count) parts, appended \(form.partCount)",
            parts.count == form.partCount && (hasBytes || parts.count == expected.count))
        for (part, expected) in zip(parts, expected) {
            let isSame = part.head.elementsEqual(expected.head) { $0.utf8.elementsEqual($1.utf8) }
            try claim("a head of \(part.head) in place of \(expected.head)", isSame)
            try claim("the content \(part.content) in place of \(expected.content)", part.content == expected.content)
        }
        for line in parts.flatMap(\.head) { try checkField("a head's line", line) }
    }

    private static func disposition(_ name: String) -> String {
        "Content-Disposition: form-data; name=\"\(quoted(name))\""
    }

    /// A name as browsers write it (HTML, "Multipart form data").
    private static func quoted(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// A model writes what its values write.
    @Sendable private static func writeModel(_ input: [UInt8]) throws {
        var program = Program(input)
        let kinds: Program.Kinds = program.below(2) == 0 ? .json : .model
        let value = ParameterValue.dictionary(program.dictionary(kinds))
        let serializer = QueryStringSerializer()
        let query = try allowing(RequestSerializationError.self) { try serializer.string(from: value) }
        let encoded = try allowing(RequestSerializationError.self) {
            try serializer.string(encoding: WrittenModel(value))
        }
        try claim("\(query ?? "refused"), as a model \(encoded ?? "refused")", query == encoded)
        let (http, list, url) = (HTTPRequestSerializer(), PropertyListRequestSerializer(), "https://a.b/")
        let boundary = try MultipartBoundary("x")
        let (bodies, lists, forms) = (
            (
                try? http.request(method: .post, url: url, parameters: value),
                try? http.request(method: .post, url: url, encoding: WrittenModel(value))
            ),
            (
                try? list.request(method: .post, url: url, parameters: value),
                try? list.request(method: .post, url: url, encoding: WrittenModel(value))
            ),
            (
                try? list.multipartRequest(method: .post, url: url, parameters: value, boundary: boundary),
                try? list.multipartRequest(method: .post, url: url, encoding: WrittenModel(value), boundary: boundary)
            )
        )
        try claim("another body of a model", bodies.0?.httpBody == bodies.1?.httpBody)
        try claim("the body is not the query", bodies.0?.httpBody == query.map { Data($0.utf8) })
        try claim(
            "\(value), as a model \(text(lists.1?.httpBody)), not \(text(lists.0?.httpBody))",
            lists.0?.httpBody == lists.1?.httpBody)
        try claim("another form", try forms.0?.multipartBody?.data() == forms.1?.multipartBody?.data())
        guard kinds == .json else { return }
        let request = try allowing(RequestSerializationError.self) {
            try JSONRequestSerializer().request(method: .post, url: "https://a.b/", encoding: WrittenModel(value))
        }
        guard let body = request?.httpBody else { return }
        let read = try ParameterValue(jsonData: body)
        try claim("\(value) is read back as \(read)", read.isNearly(value))
    }

    /// Objects in an `Any`, of Swift's types or Foundation's, write what the same values write.
    @Sendable private static func writeAny(_ input: [UInt8]) throws {
        var program = Program(input)
        let writer = program.below(10)
        let value = ParameterValue.dictionary(program.dictionary())
        let object = program.object(value)
        func written(_ parameters: Any) throws -> Data? {
            switch writer {
            case 0..<6: return Data(try QueryStringSerializer(style: styles[writer]).string(from: parameters).utf8)
            case 6:
                return try HTTPRequestSerializer()
                    .request(method: .post, url: "https://a.b/", parameters: parameters).httpBody
            case 7:
                // A dictionary of Swift's has no order.
                let serializer = JSONRequestSerializer(writingOptions: .sortedKeys)
                return try serializer.request(method: .post, url: "https://a.b/", parameters: parameters).httpBody
            case 8:
                let serializer = PropertyListRequestSerializer()
                return try serializer.request(method: .post, url: "https://a.b/", parameters: parameters).httpBody
            default:
                var form = MultipartForm(boundary: try MultipartBoundary("x"))
                try form.append(parameters: parameters)
                return try form.makeBody()?.data()
            }
        }
        let (data, expected) = (try? written(object), try? written(value))
        try claim("\(text(data)) in place of \(text(expected)) of \(value)", data == expected)
    }

    /// A URL, a method and headers: what is accepted can be sent.
    @Sendable private static func writeRequest(_ input: [UInt8]) throws {
        var program = Program(input)
        let (method, url) = (HTTPMethod(rawValue: program.text()), "https://a.b/\(program.text())?\(program.text())")
        let fields = (0..<program.below(3)).map { _ in HTTPHeader(name: program.text(), value: program.text()) }
        let serializer = HTTPRequestSerializer(headers: HTTPHeaders(fields))
        let value = ParameterValue.dictionary(program.dictionary())
        let made = try allowing(RequestSerializationError.self) {
            try serializer.request(method: method, url: url, parameters: value)
        }
        guard let request = made else { return }
        let token = "!#$%&'*+-.^_`|~".utf8
        let isToken = method.rawValue.utf8.allSatisfy { byte in
            token.contains(byte) || byte < 0x80 && Character(Unicode.Scalar(byte)).isASCIIAlphanumeric
        }
        try claim("the method \(method.rawValue.debugDescription)", isToken && !method.rawValue.isEmpty)
        let target = request.url?.absoluteString ?? " "
        try claim("the URL \(target.debugDescription)", target.utf8.allSatisfy { (0x21..<0x7F).contains($0) })
        for (name, value) in request.allHTTPHeaderFields ?? [:] { try checkField(name, value) }
        for field in fields where !field.name.isEmpty {
            let sent = request.value(forHTTPHeaderField: field.name)
            let last = fields.last { $0.name.lowercased() == field.name.lowercased() }
            try claim("\(field) is sent as \(sent as Any)", sent == last?.value)
        }
    }

    private static func text(_ data: Data?) -> String { data.map { String(decoding: $0, as: UTF8.self) } ?? "refused" }
}

extension ParameterValue {
    /// The pairs of a query in AFNetworking's style.
    fileprivate func pairs() throws -> [ParameterPair] { try QueryStringSerializer().pairs(from: self) }

    /// The value of a JSON document.
    fileprivate init(jsonData: Data) throws {
        self = try JSONDocument(jsonData).tree().decode(TreeDecodingStrategies())
    }

    /// Whether a value that was read back is the one that was written, except for the types of numbers.
    fileprivate func isNearly(_ other: ParameterValue) -> Bool {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isNearly($1) }
        case (.dictionary(let left), .dictionary(let right)):
            left.count == right.count && left.allSatisfy { entry in right[entry.key].map(entry.value.isNearly) == true }
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.uint(let left), .uint(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (_, .float(let right)): number.map { Float($0) == right || $0.isNaN && right.isNaN } == true
        // Foundation writes the double, and rounds it in another way.
        case (.double(let left), .decimal): other.number.map { abs($0 - left) <= abs(left) * 1e-15 } == true
        default:
            switch (number, other.number) {
            case (let left?, let right?): left == right || left.isNaN && right.isNaN
            default: false
            }
        }
    }

    private var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .double(let value): value
        case .float(let value): Double(value)
        case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
        default: nil
        }
    }
}

extension QueryDialect {
    /// Whether parameters are the reading of what the dialect's style writes for a value.
    fileprivate func isReading(_ read: ParameterValue, of value: ParameterValue, isTop: Bool = true) -> Bool {
        switch (value, read) {
        case (.dictionary(let entries), .dictionary(let reads)):
            return entries.count == reads.count
                && entries.allSatisfy { key, value in
                    guard let read = reads[key] else { return false }
                    // Each key of a flat query has a list of values.
                    if isTop, self == .flat || self == .go, case .array(let reads) = read {
                        if case .array = value { return isReading(read, of: value, isTop: false) }
                        if case .set(let elements) = value { return elements.count == reads.count }
                        return reads.count == 1 && isReading(reads[0], of: value, isTop: false)
                    }
                    return isReading(read, of: value, isTop: false)
                }
        case (.array(let elements), .array(let reads)):
            return elements.count == reads.count
                && zip(elements, reads).allSatisfy { isReading($1, of: $0, isTop: false) }
        case (.set(let elements), .array(let reads)):
            return elements.count == reads.count
                && elements.allSatisfy { element in reads.contains { isReading($0, of: element, isTop: false) } }
        case (.null, _): return read == .null || read == .string("")
        case (.string(let text), .string(let read)): return text.utf8.elementsEqual(read.utf8)
        case (.bool(let flag), .string(let read)):
            return read == (self == .php || self == .laravel ? flag ? "1" : "0" : "\(flag)")
        case (.int(let number), .string(let read)): return read == "\(number)"
        case (.uint(let number), .string(let read)): return read == "\(number)"
        case (.double(let number), .string(let read)): return number.isNaN || Double(read) == number
        case (.float(let number), .string(let read)): return number.isNaN || Float(read) == number
        case (.decimal(let number), .string(let read)): return Decimal(string: read) == number
        case (.data(let data), .string(let read)): return read == data.base64EncodedString()
        case (.date, .string(let read)): return !read.isEmpty
        default: return false
        }
    }
}

extension Character {
    fileprivate var isASCIIAlphanumeric: Bool { isASCII && (isLetter || isNumber) }
}

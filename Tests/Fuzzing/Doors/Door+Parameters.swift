import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
@testable import URLSerialization

extension Door {
    /// Parameters that the input says, through each writer.
    static let parameters = [
        Door(name: "write-query", check: writeQuery),
        Door(name: "write-json", check: writeJSON),
        Door(name: "write-list", check: writeList),
        Door(name: "write-form", check: writeForm),
        Door(name: "write-model", check: writeModel),
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
            let pairs = try serializer.pairs(from: value)
            try claim("\(pairs.count) pairs: \(query)", query.isEmpty ? pairs.count <= 1 : pairs.count == fields(query))
            return
        }
        let dialect = QueryDialect.allCases[chosen % QueryDialect.allCases.count]
        let serializer = QueryStringSerializer(style: dialect.style)
        guard let query = try allowing(RequestSerializationError.self, { try serializer.string(from: value) }) else {
            return
        }
        try checkQuery(query)
        // The server reads the query of its style, and the reading is written as the same query.
        let parsed = try QueryParser(dialect).parse(query)
        try claim("\(query) is read as \(parsed)", try sorted(serializer.string(from: parsed)) == sorted(query))
    }

    private static func fields(_ query: String) -> Int { query.utf8.count { $0 == UInt8(ascii: "&") } + 1 }

    private static func sorted(_ query: String) -> [Substring] { query.split(separator: "&").sorted() }

    @Sendable private static func writeJSON(_ input: [UInt8]) throws {
        var program = Program(input)
        let value = ParameterValue.dictionary(program.dictionary(.json))
        let request = try allowing(RequestSerializationError.self) {
            try JSONRequestSerializer().request(method: .post, url: "https://a.b/", parameters: value)
        }
        guard let body = request?.httpBody else { return }
        try claim("a control character", !body.contains { $0 < 0x20 })
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
        let object = try PropertyListDocument(body).object(ObjectOptions())
        guard isSampled(input) else { return }
        let expected = try PropertyListSerialization.propertyList(from: body, format: nil)
        try claim("\(object) \(expected)", isSame(object, expected))
    }

    /// A form, read by a parser that knows only RFC 7578.
    @Sendable private static func writeForm(_ input: [UInt8]) throws {
        var program = Program(input)
        var form = MultipartForm()
        var contents: [Data] = []
        for _ in 0...program.below(4) {
            let content = Data(program.bytes())
            let (name, fileName, type) = (program.text(), program.text(), program.text())
            let isAppended = try allowing(RequestSerializationError.self) {
                switch program.below(4) {
                case 0: try form.append(content, name: name)
                case 1: try form.append(headers: [type: name], body: content)
                default: try form.append(content, name: name, fileName: fileName, mediaType: type)
                }
                return true
            }
            if isAppended != nil { contents.append(content) }
        }
        let fields = ParameterValue.dictionary(program.dictionary())
        let before = form.partCount
        if try allowing(RequestSerializationError.self, { try form.append(parameters: fields) }) == nil {
            try claim("a refused append leaves \(form.partCount - before) parts", form.partCount == before)
        }
        guard let body = try form.makeBody() else { return try claim("no body", form.partCount == 0) }
        let data = try body.data()
        try claim("\(data.count) bytes, announced \(body.contentLength)", Int64(data.count) == body.contentLength)
        let parts = try FormReader(boundary: "\(form.boundary)").read(data)
        try claim("\(parts.count) parts, appended \(form.partCount)", parts.count == form.partCount)
        try claim("other contents", parts.prefix(contents.count).map(\.content) == contents)
        for part in parts {
            try claim("a head of \(part.head)", part.head.allSatisfy { $0.contains(":") && !$0.contains("\0") })
        }
    }

    /// A model writes what its values write.
    @Sendable private static func writeModel(_ input: [UInt8]) throws {
        var program = Program(input)
        let value = ParameterValue.dictionary(program.dictionary(.json))
        let serializer = QueryStringSerializer()
        let query = try allowing(RequestSerializationError.self) { try serializer.string(from: value) }
        let encoded = try allowing(RequestSerializationError.self) { try serializer.string(encoding: Model(value)) }
        try claim("\(query ?? "refused"), as a model \(encoded ?? "refused")", query == encoded)
        let request = try allowing(RequestSerializationError.self) {
            try JSONRequestSerializer().request(method: .post, url: "https://a.b/", encoding: Model(value))
        }
        guard let body = request?.httpBody else { return }
        let read = try ParameterValue(jsonData: body)
        try claim("\(value) is read back as \(read)", read.isNearly(value))
    }
}

extension ParameterValue {
    /// The value of a JSON document.
    fileprivate init(jsonData: Data) throws {
        self = try JSONDocument(jsonData).tree().decode(TreeDecodingStrategies())
    }

    /// Whether two values are equal, except for the types of numbers.
    fileprivate func isNearly(_ other: ParameterValue) -> Bool {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isNearly($1) }
        case (.dictionary(let left), .dictionary(let right)):
            // Keys that are equivalent are written singly, and the last counts.
            left.count <= right.count && left.allSatisfy { entry in right[entry.key].map(entry.value.isNearly) == true }
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        default:
            switch (number, other.number) {
            case (let left?, let right?): left == right
            default: false
            }
        }
    }

    private var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .double(let value): value
        case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
        default: nil
        }
    }
}

/// A value that encodes itself through the containers that its kinds ask for.
private struct Model: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let value: ParameterValue

    init(_ value: ParameterValue) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .dictionary(let entries):
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in entries { try container.encode(Model(value), forKey: Key(stringValue: key)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(Model(element)) }
        default:
            var container = encoder.singleValueContainer()
            switch value {
            case .bool(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .uint(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            default: try container.encodeNil()
            }
        }
    }
}

/// Reads a form as RFC 2046, section 5.1 says: delimiters, heads, contents.
struct FormReader {
    let boundary: String

    func read(_ data: Data) throws -> [(head: [String], content: Data)] {
        let delimiter = Data("\r\n--\(boundary)".utf8)
        var rest = Data("\r\n".utf8) + data
        var parts: [(head: [String], content: Data)] = []
        guard let first = rest.range(of: delimiter), first.lowerBound == rest.startIndex else {
            throw Finding(description: "no delimiter begins the form")
        }
        rest = rest[first.upperBound...]
        while !rest.starts(with: Data("--".utf8)) {
            guard rest.starts(with: Data("\r\n".utf8)), let end = rest.range(of: delimiter) else {
                throw Finding(description: "a delimiter is missing")
            }
            let part = rest[(rest.startIndex + 2)..<end.lowerBound]
            rest = rest[end.upperBound...]
            guard let blank = part.range(of: Data("\r\n\r\n".utf8)) else {
                throw Finding(description: "a part without a head")
            }
            let head = String(decoding: part[..<blank.lowerBound], as: UTF8.self)
            parts.append((head.components(separatedBy: "\r\n"), Data(part[blank.upperBound...])))
        }
        try claim("bytes follow the form's end", rest.elementsEqual("--\r\n".utf8))
        return parts
    }
}

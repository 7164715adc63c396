import AFNetworkingCompat
import AlamofireEncoders
import URLSerialization

extension Door {
    /// The doors of the modules with the names of AFNetworking and Alamofire.
    static let clients = [
        Door(name: "archive", check: archive),
        Door(name: "alamofire", check: alamofire),
    ]

    /// An archive of an object of each class that can be archived. Each is read as it was written.
    private static let archives = Result {
        let json = AFJSONRequestSerializer(writingOptions: [])
        json.setValue("a", forHTTPHeaderField: "X")
        let policy = AFSecurityPolicy(pinningMode: .certificate, withPinnedCertificates: [Data("a".utf8)])
        let responses = [
            AFJSONResponseSerializer(), AFXMLParserResponseSerializer(), AFPropertyListResponseSerializer(),
            AFImageResponseSerializer(), AFHTTPResponseSerializer(),
        ]
        let compound = AFCompoundResponseSerializer.compoundSerializer(withResponseSerializers: responses)
        let manager = AFHTTPSessionManager(baseURL: url)
        manager.securityPolicy = policy
        var objects: [NSObject] =
            [json, AFHTTPRequestSerializer(), AFPropertyListRequestSerializer(), policy, manager, compound] + responses
        #if canImport(FoundationXML) || os(macOS)
            objects.append(AFXMLDocumentResponseSerializer())
        #endif
        return try objects.map { object in
            let archive = try archivedData(of: object)
            let read = try unarchived(archive).map { try contents(of: archivedData(of: $0)) }
            try claim("\(type(of: object)) is read as \(read as Any)", try read == contents(of: archive))
            return archive
        }
    }

    private static let url = URL(string: "https://a.b/")

    private static func archivedData(of object: NSObject) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    private static func unarchived(_ data: Data) throws -> NSObject? {
        let classes: [AnyClass] = [
            AFHTTPRequestSerializer.self, AFHTTPResponseSerializer.self, AFSecurityPolicy.self,
            AFHTTPSessionManager.self,
        ]
        return try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? NSObject
    }

    /// The fields of an archive's objects, except those that are objects, and the names of the classes.
    private static func contents(of archive: Data) throws -> [[String]] {
        let list = try PropertyListSerialization.propertyList(from: archive, format: nil) as? [String: Any]
        let objects = (list?["$objects"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }
        return objects.map { fields in
            fields.compactMap { name, value in
                switch value {
                case let bytes as Data: "\(name) \(String(decoding: bytes, as: UTF8.self))"
                case is String, is Int: "\(name) \(value)"
                default: nil
                }
            }
            .sorted()
        }
    }

    /// An archive in which values were replaced.
    @Sendable private static func archive(_ input: [UInt8]) throws {
        var program = Program(input)
        let choices = try archives.get()
        let whole = choices[program.below(choices.count)]
        guard
            var list = try PropertyListSerialization.propertyList(from: whole, format: nil) as? [String: Any],
            var objects = list["$objects"] as? [Any]
        else { throw Finding(description: "an archive of another form") }
        // Foundation on Linux ends the process for its own classes that lack a field.
        let places = objects.indices.filter { index in
            (objects[index] as? [String: Any])?.keys.contains { $0.hasPrefix("URLSerialization") } == true
        }
        for _ in 0...program.below(3) {
            let place = places[program.below(places.count)]
            guard var fields = objects[place] as? [String: Any] else { continue }
            let names = fields.keys.sorted().filter { $0 != "$class" }
            guard !names.isEmpty else { continue }
            let name = names[program.below(names.count)]
            switch program.below(5) {
            case 0: fields[name] = nil
            case 1: fields[name] = Int(Int8(bitPattern: program.byte()))
            case 2:
                // Changed bytes of a field that is one run of bytes.
                guard var bytes = fields[name] as? Data, !bytes.isEmpty else { continue }
                bytes[program.below(bytes.count)] = program.byte()
                fields[name] = bytes
            case 3:
                // A field of another object, or another field of this one.
                let other = objects[places[program.below(places.count)]] as? [String: Any]
                fields[name] = other?[name] ?? fields[names[program.below(names.count)]]
            default: fields[name] = Data(program.bytes())
            }
            objects[place] = fields
        }
        list["$objects"] = objects
        let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        guard let read = try? unarchived(changed) else { return }
        try use(read)
        // The archive of an object that was read is read as the same object.
        let copy = try archivedData(of: read)
        let (written, rewritten) = try (
            contents(of: copy), unarchived(copy).map { try contents(of: archivedData(of: $0)) }
        )
        try claim("\(written) is read as \(rewritten as Any)", written == rewritten)
    }

    /// Uses an object that was read from an archive.
    private static func use(_ object: NSObject) throws {
        switch object {
        case let serializer as AFHTTPRequestSerializer:
            let request = try? serializer.request(
                withMethod: "POST", urlString: "https://a.b/", parameters: ["a": 1])
            for (name, value) in request?.allHTTPHeaderFields ?? [:] { try checkField(name, value) }
        case let serializer as any AFHTTPResponseSerializer & AFURLResponseSerialization:
            let (type, body) =
                switch serializer {
                case is AFXMLParserResponseSerializer: ("application/xml", Data("<a/>".utf8))
                case is AFPropertyListResponseSerializer: ("application/x-plist", Data("<plist><dict/></plist>".utf8))
                case is AFImageResponseSerializer: ("image/gif", gif)
                case is AFJSONResponseSerializer: ("application/json", Data(#"{"a":[null]}"#.utf8))
                // A document leaks on Linux, unless it is refused.
                default: ("application/xml", Data("<a".utf8))
                }
            let response = url.flatMap {
                HTTPURLResponse(url: $0, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": type])
            }
            var error: NSError?
            let object = serializer.responseObject(for: response, data: body, error: &error)
            try claim("neither an object nor an error", object != nil || error != nil)
        case let policy as AFSecurityPolicy:
            let copy = policy.copy() as? AFSecurityPolicy
            try claim("other pins", copy?.pinnedCertificates == policy.pinnedCertificates)
        case let manager as AFHTTPSessionManager:
            for part in [manager.requestSerializer, manager.responseSerializer, manager.securityPolicy] as [NSObject] {
                try use(part)
            }
        default: break
        }
    }

    private static let gif = Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=") ?? Data()

    /// Alamofire's encoders, which write queries and fields that may be sent.
    @Sendable private static func alamofire(_ input: [UInt8]) throws {
        var program = Program(input)
        let choice = program.below(4)
        let value = ParameterValue.dictionary(program.dictionary(.json))
        let request = try URLRequest(url: "https://a.b/c?d=e", method: .post)
        if choice < 2 {
            let parameters = foundationObject(value) as? [String: Any] ?? [:]
            let encoding = URLEncoding(destination: choice == 0 ? .queryString : .httpBody)
            let encoded = try encoding.encode(request, with: parameters)
            let query =
                choice == 0 ? encoded.url?.query ?? "" : String(decoding: encoded.httpBody ?? Data(), as: UTF8.self)
            try checkQuery(query)
            try checkLength(query.utf8.count, of: input)
            // An ampersand follows the URL's own query, even if nothing follows it.
            let pairs = query == "d=e&" ? "d=e" : query
            let read = pairs.isEmpty ? [] : fields(pairs).map { $0.value ?? "" }
            let expected = leaves(of: parameters) + (choice == 0 ? ["e"] : [])
            try claim("\(read) instead of \(expected)", read.sorted() == expected.sorted())
        } else {
            let encoder = URLEncodedFormEncoder(alphabetizeKeyValuePairs: choice == 2)
            // Values that it cannot represent are errors of several types.
            guard let query = try? encoder.encode(value) as String else { return }
            try checkQuery(query)
            try checkLength(query.utf8.count, of: input)
            let read = Set(fields(query).map { $0.value ?? "" })
            try claim("\(value) is written as \(query)", texts(in: value).allSatisfy(read.contains))
        }
    }

    /// The texts of the leaves of an object.
    private static func leaves(of object: Any) -> [String] {
        switch object {
        case let values as [Any]: values.flatMap(leaves)
        case let entries as [String: Any]: entries.values.flatMap(leaves)
        case let flag as Bool: [flag ? "1" : "0"]
        // As on Apple's systems, 1.0 is 1.
        case let number as Double: ["\(number)".hasSuffix(".0") ? String("\(number)".dropLast(2)) : "\(number)"]
        default: ["\(object)"]
        }
    }

    /// The texts in a value, but none below equivalent keys, since the last key replaces the others.
    private static func texts(in value: ParameterValue) -> [String] {
        switch value {
        case .array(let values): values.flatMap(texts)
        case .dictionary(let entries) where Set(entries.map(\.key)).count == entries.count:
            entries.flatMap { texts(in: $0.value) }
        case .string(let text): [text]
        default: []
        }
    }

    private static func foundationObject(_ value: ParameterValue) -> Any {
        switch value {
        case .bool(let value): value
        case .int(let value): Int(value)
        case .uint(let value): UInt(value)
        case .double(let value): value
        case .string(let value): value
        case .array(let values): values.map(foundationObject)
        case .dictionary(let entries):
            Dictionary(entries.map { ($0.key, foundationObject($0.value)) }, uniquingKeysWith: { first, _ in first })
        default: NSNull()
        }
    }
}

import AFNetworkingCompat
import AlamofireEncoders
import Foundation
import URLSerialization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Door {
    /// The doors of the modules with the names of AFNetworking and Alamofire.
    static let clients = [
        Door(name: "archive", check: archive),
        Door(name: "alamofire", check: alamofire),
    ]

    private static let template = Result {
        let serializer = AFJSONRequestSerializer(writingOptions: [])
        serializer.setValue("a", forHTTPHeaderField: "X")
        return try NSKeyedArchiver.archivedData(withRootObject: serializer, requiringSecureCoding: true)
    }

    /// An archive of a serializer in which values were replaced.
    @Sendable private static func archive(_ input: [UInt8]) throws {
        var program = Program(input)
        guard
            var list = try PropertyListSerialization.propertyList(from: template.get(), format: nil) as? [String: Any],
            var objects = list["$objects"] as? [Any], var fields = objects[1] as? [String: Any]
        else { throw Finding(description: "an archive of another form") }
        let names = fields.keys.sorted().filter { $0 != "$class" }
        for _ in 0...program.below(3) {
            let name = names[program.below(names.count)]
            switch program.below(4) {
            case 0: fields[name] = nil
            case 1: fields[name] = Int(Int8(bitPattern: program.byte()))
            case 2:
                // Changed bytes of a field that is one run of bytes.
                guard var bytes = fields[name] as? Data, !bytes.isEmpty else { continue }
                bytes[program.below(bytes.count)] = program.byte()
                fields[name] = bytes
            default: fields[name] = Data(program.bytes())
            }
        }
        objects[1] = fields
        list["$objects"] = objects
        let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let read = try? NSKeyedUnarchiver.unarchivedObject(ofClass: AFJSONRequestSerializer.self, from: changed)
        guard let read else { return }
        // A serializer that was read can be used, and archived again.
        let url = "https://a.b/"
        if let request = try? read.request(withMethod: "POST", urlString: url, parameters: ["a": 1]) {
            for (name, value) in request.allHTTPHeaderFields ?? [:] { try checkField(name, value) }
        }
        let copy = try NSKeyedArchiver.archivedData(withRootObject: read, requiringSecureCoding: true)
        let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: AFJSONRequestSerializer.self, from: copy)
        try claim(
            "the copy's headers \(again?.httpRequestHeaders as Any)",
            again?.httpRequestHeaders == read.httpRequestHeaders)
    }

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
        } else {
            let encoder = URLEncodedFormEncoder(alphabetizeKeyValuePairs: choice == 2)
            // Values that it cannot represent are errors of several types.
            guard let query = try? encoder.encode(value) as String else { return }
            try checkQuery(query)
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

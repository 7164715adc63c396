import AFNetworkingCompat
import Testing

/// Archives that are invalid or incomplete.
@Suite struct BrokenArchiveTests {
    private static let contentKey = "URLSerialization.serializer"

    private static func encoded(_ serializer: any NSCoding) -> FakeCoder {
        let coder = FakeCoder()
        serializer.encode(with: coder)
        return coder
    }

    /// The class of every serializer, with the content of its archive.
    private static var archives: [(any NSCoding.Type, [String: Any])] {
        (Sample.requestSerializers().filter { !($0 is SigningSerializer) } as [any NSCoding]
            + Sample.responseSerializers() as [any NSCoding]).map { (type(of: $0), encoded($0).values) }
    }

    private static func isRefused(_ type: any NSCoding.Type, _ values: [String: Any]) -> Bool {
        let coder = FakeCoder()
        coder.values = values
        return type.init(coder: coder) == nil
    }

    @Test func wholeArchivesAreRead() {
        for (type, values) in Self.archives { #expect(!Self.isRefused(type, values), "\(type)") }
    }

    @Test func anArchiveThatLacksAKeyOrHasSomethingElseUnderItIsRefused() {
        for (type, values) in Self.archives {
            for key in values.keys {
                for other: Any? in [nil, "text", 7.5, Data("[]".utf8), Data(), ["a"], ["a": 1], Date(), NSNull()] {
                    // The serializers of a compound may be an empty list.
                    if key.hasSuffix("responseSerializers"), (other as? Data)?.isEmpty == true { continue }
                    var values = values
                    values[key] = other
                    #expect(Self.isRefused(type, values), "\(type) with \(other ?? "nothing") for \(key)")
                }
            }
        }
    }

    @Test func anArchiveOfAnotherVersionIsRefused() {
        for (type, values) in Self.archives {
            for version in [0, -1, 2, Int.max] {
                var values = values
                values["URLSerialization.version"] = version
                #expect(Self.isRefused(type, values))
            }
        }
    }

    @Test func anArchiveThatLacksAFieldOrHasOneOfAnotherTypeIsRefused() throws {
        for (type, values) in Self.archives {
            let content = try #require(values[Self.contentKey] as? Data)
            for path in try Self.paths(of: JSONSerialization.jsonObject(with: content)) {
                for other in [nil, NSNull(), [[1]], "\u{0}text", ["x": 1]] as [Any?] {
                    var values = values
                    values[Self.contentKey] = try Self.change(content, at: path) { _ in other }
                    #expect(Self.isRefused(type, values), "\(type) with \(other ?? "nothing") at \(path)")
                }
            }
        }
    }

    @Test func aTruncatedContentIsRefused() throws {
        for (type, values) in Self.archives {
            let content = try #require(values[Self.contentKey] as? Data)
            for count in stride(from: 0, to: content.count, by: 7) {
                var values = values
                values[Self.contentKey] = content.prefix(count)
                #expect(Self.isRefused(type, values))
            }
        }
    }

    @Test func aTruncatedArchiveOfFoundationsIsAnError() throws {
        let serializer = AFJSONRequestSerializer()
        let archive = try NSKeyedArchiver.archivedData(withRootObject: serializer, requiringSecureCoding: true)
        for count in stride(from: 0, to: archive.count, by: 11) {
            let decoded = try? NSKeyedUnarchiver.unarchivedObject(
                ofClass: AFJSONRequestSerializer.self, from: archive.prefix(count))
            #expect(decoded == nil)
        }
    }

    @Test func anArchiveOfFoundationsThatLacksItsContentIsAnError() throws {
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: ForgetfulSerializer(), requiringSecureCoding: true)
        #expect(throws: (any Error).self) {
            try NSKeyedUnarchiver.unarchivedObject(ofClass: ForgetfulSerializer.self, from: archive)
        }
    }

    @Test(arguments: 0..<6)
    func anArchiveOfFoundationsWithSomethingElseIsAnError(kind: Int) throws {
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: MistakenSerializer(kind), requiringSecureCoding: true)
        #expect(throws: (any Error).self) {
            try NSKeyedUnarchiver.unarchivedObject(ofClass: MistakenSerializer.self, from: archive)
        }
    }

    // MARK: - Spoiling

    private static func paths(of object: Any) -> [[String]] {
        guard let fields = object as? [String: Any] else { return [] }
        return fields.flatMap { name, value in [[name]] + paths(of: value).map { [name] + $0 } }
    }

    private static func change(_ content: Data, at path: [String], _ body: (Any?) -> Any?) throws -> Data {
        func change(_ object: Any, _ path: ArraySlice<String>) -> Any {
            guard var fields = object as? [String: Any], let name = path.first else { return object }
            fields[name] = path.count == 1 ? body(fields[name]) : fields[name].map { change($0, path.dropFirst()) }
            return fields
        }
        let object = try JSONSerialization.jsonObject(with: content)
        return try JSONSerialization.data(withJSONObject: change(object, path[...]))
    }
}

/// Encodes nothing.
final class ForgetfulSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    override func encode(with coder: NSCoder) {}
}

/// Encodes a value of another kind instead of its content.
final class MistakenSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    private let kind: Int

    init(_ kind: Int) {
        self.kind = kind
        super.init()
    }

    required init?(coder: NSCoder) {
        kind = 0
        super.init(coder: coder)
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let key = "URLSerialization.serializer"
        switch kind {
        case 0: coder.encode("text" as NSString, forKey: key)
        case 1: coder.encode(7, forKey: key)
        case 2: coder.encode([1] as NSArray, forKey: key)
        case 3: coder.encode(["a": 1] as NSDictionary, forKey: key)
        case 4: coder.encode(NSURL(fileURLWithPath: "/"), forKey: key)
        default: coder.encode(AFJSONResponseSerializer(), forKey: key)
        }
    }
}

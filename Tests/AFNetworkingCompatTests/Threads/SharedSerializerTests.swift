import AFNetworkingCompat
import Testing
import URLSerialization

/// Serializers that are changed while others use them. Under ThreadSanitizer these tests find races; without it,
/// requests that mix two settings.
@Suite struct SharedSerializerTests {
    @Test func aThousandTasksChangeARequestSerializerWhileOthersUseIt() async throws {
        let serializer = AFJSONRequestSerializer()
        serializer.timeoutInterval = 1
        await withTaskGroup(of: Void.self) { group in
            for number in 1...1000 {
                group.addTask {
                    switch number % 5 {
                    case 0:
                        serializer.setValue("\(number)", forHTTPHeaderField: "X-\(number % 7)")
                        serializer.writingOptions = number.isMultiple(of: 2) ? .sortedKeys : []
                    case 1:
                        serializer.timeoutInterval = Double(number)
                        serializer.allowsCellularAccess = number.isMultiple(of: 2)
                        serializer.setValue(nil, forHTTPHeaderField: "X-\(number % 7)")
                    case 2:
                        serializer.setQueryStringSerializationWith { _, _, _ in "n=\(number)" }
                        serializer.httpMethodsEncodingParametersInURI = ["GET"]
                        serializer.setQueryStringSerializationWith(.defaultStyle)
                        serializer.stringEncoding = String.Encoding.utf8.rawValue
                    case 3:
                        serializer.setAuthorizationHeaderFieldWithUsername("\(number)", password: "\(number)")
                        _ = serializer.httpRequestHeaders
                        serializer.clearAuthorizationHeader()
                    default:
                        Self.use(serializer)
                    }
                }
            }
        }
        let request = try serializer.request(withMethod: "POST", urlString: "http://a.b/", parameters: ["a": 1])
        #expect(request.httpBody == Data(#"{"a":1}"#.utf8))
    }

    /// Makes requests in every way, and checks that each is consistent.
    private static func use(_ serializer: AFJSONRequestSerializer) {
        var error: NSError?
        let query = serializer.request(
            withMethod: "GET", urlString: "http://a.b/", parameters: ["a": 1], error: &error)
        #expect(error == nil)
        let text = query.url?.query ?? ""
        #expect(text == "a=1" || text.hasPrefix("n="))
        #expect(query.timeoutInterval >= 1)
        let credentials = query.value(forHTTPHeaderField: "Authorization")?.dropFirst("Basic ".count)
        if let credentials, let data = Data(base64Encoded: String(credentials)) {
            let halves = String(decoding: data, as: UTF8.self).split(separator: ":")
            #expect(halves.count == 2 && halves[0] == halves[1])
        }
        let form = try? serializer.multipartFormRequest(
            withMethod: "POST", urlString: "http://a.b/", parameters: ["a": 1]
        ) { $0.appendPart(withForm: Data("b".utf8), name: "b") }
        #expect(form?.value(forHTTPHeaderField: "Content-Length") != nil)
        #expect((serializer.copy() as? AFJSONRequestSerializer)?.timeoutInterval ?? 0 >= 1)
        #expect((try? NSKeyedArchiver.archivedData(withRootObject: serializer, requiringSecureCoding: true)) != nil)
    }

    /// The second serializer overrides some getters; the others must be consistent with each other nevertheless.
    @Test(arguments: [AFHTTPRequestSerializer(), AgentSerializer()])
    func noRequestMixesTheSettingsOfTwoMoments(serializer: AFHTTPRequestSerializer) async {
        let torn = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 1...1000 {
                    var configuration = serializer.coreConfiguration
                    configuration.timeoutInterval = number.isMultiple(of: 3) ? nil : Double(number)
                    configuration.allowsCellularAccess = number.isMultiple(of: 2)
                    configuration.headers["X-Number"] = "\(number)"
                    configuration.methodsEncodingParametersInURI = number.isMultiple(of: 2) ? ["GET"] : []
                    serializer.coreConfiguration = configuration
                }
            }
            for _ in 1...4 {
                group.addTask {
                    for _ in 1...200 {
                        let request = serializer.request(
                            withMethod: "GET", urlString: "http://a.b/", parameters: ["a": 1], error: nil)
                        let number = request.value(forHTTPHeaderField: "X-Number").flatMap(Int.init)
                        guard let number else { continue }
                        let timeout = number.isMultiple(of: 3) ? 60 : Double(number)
                        let isEven = number.isMultiple(of: 2)
                        let isWhole =
                            type(of: serializer) == AFHTTPRequestSerializer.self
                            ? request.timeoutInterval == timeout && request.allowsCellularAccess == isEven
                                && (request.url?.query != nil) == isEven
                            // A subclass's request is serialized separately, after its settings were applied.
                            : request.timeoutInterval != 0 && (request.url?.query != nil) == isEven
                        if !isWhole { torn.withLock { $0 += 1 } }
                    }
                }
            }
        }
        #expect(torn.value == 0)
    }

    @Test func whatABlockHoldsMayComeBackWhenItIsGivenUp() {
        let serializer = AFHTTPRequestSerializer()
        func setBlock() {
            let visitor = Visitor(serializer)
            serializer.setQueryStringSerializationWith { _, _, _ in "\(visitor)" }
        }
        setBlock()
        serializer.setQueryStringSerializationWith(nil)
        #expect(serializer.value(forHTTPHeaderField: "X-Visits") == "1")
        setBlock()
        serializer.setQueryStringSerializationWith(.defaultStyle)
        setBlock()
        serializer.coreConfiguration = AFHTTPRequestSerializer().coreConfiguration
        #expect(serializer.value(forHTTPHeaderField: "X-Visits") == "1")
    }

    @Test func aThousandTasksChangeAResponseSerializerWhileOthersUseIt() async throws {
        let json = AFJSONResponseSerializer()
        let compound = AFCompoundResponseSerializer.compoundSerializer(withResponseSerializers: [
            AFPropertyListResponseSerializer(), json,
        ])
        let response = try HTTPURLResponse.testing(200, "application/json")
        await withTaskGroup(of: Void.self) { group in
            for number in 1...1000 {
                group.addTask {
                    switch number % 4 {
                    case 0:
                        json.acceptableContentTypes?.insert("test/\(number % 7)")
                        json.readingOptions = number.isMultiple(of: 3) ? .fragmentsAllowed : []
                    case 1:
                        json.acceptableStatusCodes?.insert(400 + number % 7)
                        json.removesKeysWithNullValues = number.isMultiple(of: 3)
                    default:
                        let object = compound.responseObject(for: response, data: Data(#"{"a":[1]}"#.utf8), error: nil)
                        #expect((object as? [String: [Int]]) == ["a": [1]])
                        #expect(throws: Never.self) { try json.validate(response, data: nil) }
                        #expect((compound.copy() as? AFCompoundResponseSerializer)?.responseSerializers.count == 2)
                    }
                }
            }
        }
    }
}

/// Overrides a getter.
final class AgentSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    override var httpRequestHeaders: [String: String] {
        super.httpRequestHeaders.merging(["User-Agent": "agent"]) { _, own in own }
    }
}

/// Uses the serializer when it is released.
private final class Visitor: Sendable {
    private let serializer: AFHTTPRequestSerializer

    init(_ serializer: AFHTTPRequestSerializer) {
        self.serializer = serializer
    }

    deinit {
        let visits = serializer.value(forHTTPHeaderField: "X-Visits").flatMap(Int.init) ?? 0
        serializer.setValue("\(visits + 1)", forHTTPHeaderField: "X-Visits")
    }
}

import AFNetworkingCompat
import Testing

@Suite struct CopyTests {
    @Test func requestSerializersKeepEveryField() throws {
        for serializer in Sample.requestSerializers() {
            let copy = try #require(serializer.copy() as? AFHTTPRequestSerializer)
            #expect(copy !== serializer)
            #expect(Sample.fields(of: copy) == Sample.fields(of: serializer))
            copy.setValue("b", forHTTPHeaderField: "X-Token")
            #expect(serializer.value(forHTTPHeaderField: "X-Token") == "a")
        }
    }

    @Test func responseSerializersKeepEveryField() throws {
        for serializer in Sample.responseSerializers() {
            let copy = try #require(serializer.copy() as? AFHTTPResponseSerializer)
            #expect(copy !== serializer)
            #expect(Sample.fields(of: copy) == Sample.fields(of: serializer))
            copy.acceptableContentTypes?.insert("third/type")
            #expect(serializer.acceptableContentTypes?.count == 2)
        }
    }

    @Test func blocksAreCopied() throws {
        let serializer = AFHTTPRequestSerializer()
        serializer.setQueryStringSerializationWith { _, _, _ in "q" }
        let copy = try #require(serializer.copy() as? AFHTTPRequestSerializer)
        serializer.setQueryStringSerializationWith(nil)
        let request = try copy.request(withMethod: "GET", urlString: "http://a.b/", parameters: ["a": 1])
        #expect(request.url?.query == "q")
    }

    @Test func aCompoundsCopyHasTheSerializersThatAreNeverAsked() throws {
        let compound = AFCompoundResponseSerializer.compoundSerializer(withResponseSerializers: [
            ForeignResponseSerializer(), AFJSONResponseSerializer(),
        ])
        let copy = try #require(compound.copy() as? AFCompoundResponseSerializer)
        #expect(copy.responseSerializers.count == 2)
        #expect(copy.responseSerializers[0] === compound.responseSerializers[0])
    }

    @Test func aSubclassThatDecodesNothingIsCopiedByItsOwnCopy() throws {
        let serializer = KeyedSerializer(key: "k")
        Sample.configure(serializer)
        let copy = try #require(serializer.copy() as? KeyedSerializer)
        #expect(copy.key == "k")
        #expect(Sample.fields(of: copy) == Sample.fields(of: serializer))
        #expect(copy.writingOptions == .sortedKeys)
    }

    @Test func aSubclassWhoseDecodingBeginsAnewIsCopiedWithEveryField() throws {
        let serializer = AnewRequestSerializer()
        Sample.configure(serializer)
        let copy = try #require(serializer.copy() as? AnewRequestSerializer)
        #expect(Sample.fields(of: copy) == Sample.fields(of: serializer))
        let response = AnewCompound.compoundSerializer(withResponseSerializers: [AFJSONResponseSerializer()])
        #expect(response.responseSerializers.count == 1)
        Sample.configure(response)
        let other = try #require(response.copy() as? AnewCompound)
        #expect(Sample.fields(of: other) == Sample.fields(of: response))
    }

    @Test func fieldsThatASubclassEncodesReachTheCopy() throws {
        let serializer = ManyFieldsSerializer()
        let copy = try #require(serializer.copy() as? ManyFieldsSerializer)
        #expect(copy.decoded == ["true", "1", "2", "3", "4.5", "5.5", "text", "[1, 2]", "data", "bytes", "none"])
    }

    @Test func aSubclassThatCannotBeDecodedAndDoesNotOverrideCopyingIsAProgrammersError() async {
        await #expect(processExitsWith: .failure) { _ = UndecodableSerializer().copy() }
    }
}

/// The initializer that Xcode writes, and an overridden copy.
final class KeyedSerializer: AFJSONRequestSerializer, @unchecked Sendable {
    let key: String

    init(key: String) {
        self.key = key
        super.init()
        writingOptions = .sortedKeys
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func copy(with zone: NSZone? = nil) -> Any {
        let copy = KeyedSerializer(key: key)
        copy.coreConfiguration = coreConfiguration
        copy.writingOptions = writingOptions
        return copy
    }
}

/// Encodes a value of every kind that a coder has.
final class ManyFieldsSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    private(set) var decoded: [String] = []

    override init() {
        super.init()
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        decoded = [
            "\(coder.decodeBool(forKey: "bool"))", "\(coder.decodeInt32(forKey: "int32"))",
            "\(coder.decodeInt64(forKey: "int64"))", "\(coder.decodeInteger(forKey: "int"))",
            "\(coder.decodeFloat(forKey: "float"))", "\(coder.decodeDouble(forKey: "double"))",
            "\(coder.decodeObject(of: NSString.self, forKey: "string") ?? "")",
            "\(coder.decodeObject(forKey: "array") as? [Int] ?? [])",
            "\(coder.decodeObject().map { $0 as? Data == Data([1]) ? "data" : "" } ?? "")",
            coder.containsValue(forKey: "bytes") ? "bytes" : "",
            coder.containsValue(forKey: "other") || coder.decodeBool(forKey: "other") ? "some" : "none",
        ]
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(true, forKey: "bool")
        coder.encode(Int32(1), forKey: "int32")
        coder.encode(Int64(2), forKey: "int64")
        coder.encode(3, forKey: "int")
        coder.encode(Float(4.5), forKey: "float")
        coder.encode(5.5, forKey: "double")
        coder.encode("text" as NSString, forKey: "string")
        coder.encode([1, 2], forKey: "array")
        coder.encode(Data([1]))
        [UInt8]([1, 2]).withUnsafeBufferPointer { coder.encodeBytes($0.baseAddress, length: 2, forKey: "bytes") }
    }
}

/// Decodes nothing, and calls `init()` instead.
final class AnewRequestSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    override init() {
        super.init()
    }

    required init?(coder: NSCoder) {
        super.init()
    }
}

/// Decodes nothing, and calls `init()` instead.
final class AnewCompound: AFCompoundResponseSerializer, @unchecked Sendable {
    override init() {
        super.init()
    }

    required init?(coder: NSCoder) {
        super.init()
    }
}

/// Fails to decode.
final class UndecodableSerializer: AFHTTPResponseSerializer, @unchecked Sendable {
    override init() {
        super.init()
    }

    required init?(coder: NSCoder) { nil }
}

import AFNetworkingCompat

/// Serializers without any default value.
enum Sample {
    static func configure(_ serializer: AFHTTPRequestSerializer) {
        serializer.stringEncoding = String.Encoding.isoLatin1.rawValue
        serializer.allowsCellularAccess = false
        serializer.cachePolicy = .reloadIgnoringLocalCacheData
        serializer.httpShouldHandleCookies = false
        serializer.httpShouldUsePipelining = true
        serializer.networkServiceType = .video
        serializer.timeoutInterval = 7
        serializer.httpMethodsEncodingParametersInURI = ["GET", "LINK"]
        serializer.setValue("a", forHTTPHeaderField: "X-Token")
        serializer.setValue(nil, forHTTPHeaderField: "Accept-Language")
        serializer.setAuthorizationHeaderFieldWithUsername("user", password: "secret")
        serializer.coreConfiguration.queryStyle.arrays = .indices
        serializer.coreConfiguration.maximumDepth = 40
    }

    static func configure(_ serializer: AFHTTPResponseSerializer) {
        serializer.acceptableStatusCodes = [100, 204, 205, 404]
        serializer.acceptableContentTypes = ["test/type", "other/type"]
        serializer.coreConfiguration.acceptableSuffixes = ["json"]
        serializer.coreConfiguration.maximumBytes = 4096
    }

    /// The request serializers of this module.
    static func requestSerializers() -> [AFHTTPRequestSerializer] {
        let json = AFJSONRequestSerializer(writingOptions: [.sortedKeys, .prettyPrinted])
        json.dateStrategy = .iso8601
        json.dataStrategy = .base64
        let serializers = [
            AFHTTPRequestSerializer(), json,
            AFPropertyListRequestSerializer(format: .binary, writeOptions: 3), SigningSerializer(secret: "s3cret"),
        ]
        serializers.forEach(configure)
        return serializers
    }

    /// The response serializers of this module.
    static func responseSerializers() -> [AFHTTPResponseSerializer] {
        let json = AFJSONResponseSerializer(readingOptions: [.mutableLeaves, .fragmentsAllowed])
        json.removesKeysWithNullValues = true
        let image = AFImageResponseSerializer()
        image.imageScale = 3
        image.automaticallyInflatesResponseImage = false
        let serializers = [
            AFHTTPResponseSerializer(), json, AFXMLParserResponseSerializer(),
            AFXMLDocumentResponseSerializer(xmlDocumentOptions: 1),
            AFPropertyListResponseSerializer(format: .binary, readOptions: .mutableContainersAndLeaves), image,
            AFCompoundResponseSerializer.compoundSerializer(withResponseSerializers: [image, json]),
        ]
        serializers.forEach(configure)
        return serializers
    }

    // MARK: - Fields

    /// Every field of a request serializer, except blocks.
    static func fields(of serializer: AFHTTPRequestSerializer) -> [String] {
        let configuration = serializer.coreConfiguration
        var fields = [
            "\(type(of: serializer))", "\(serializer.stringEncoding)", "\(serializer.allowsCellularAccess)",
            "\(serializer.cachePolicy)", "\(serializer.httpShouldHandleCookies)",
            "\(serializer.httpShouldUsePipelining)", "\(serializer.networkServiceType)",
            "\(serializer.timeoutInterval)",
            "\(serializer.httpMethodsEncodingParametersInURI.sorted())",
            "\(serializer.httpRequestHeaders.sorted { $0.key < $1.key })", "\(configuration.queryStyle)",
            "\(configuration.maximumDepth)", "\(String(describing: configuration.timeoutInterval))",
            "\(String(describing: configuration.allowsCellularAccess))",
        ]
        if let json = serializer as? AFJSONRequestSerializer {
            fields.append("\(json.writingOptions.rawValue) \(json.dateStrategy) \(json.dataStrategy)")
            fields.append("\(json.nonConformingFloatStrategy)")
        }
        if let list = serializer as? AFPropertyListRequestSerializer {
            fields.append("\(list.format.rawValue) \(list.writeOptions)")
        }
        if let signing = serializer as? SigningSerializer { fields.append(signing.secret) }
        return fields
    }

    /// Every field of a response serializer.
    static func fields(of serializer: AFHTTPResponseSerializer) -> [String] {
        var fields = [
            "\(type(of: serializer))", "\(serializer.acceptableStatusCodes.map(Array.init) ?? [])",
            "\(serializer.acceptableContentTypes?.sorted() ?? [])",
            "\(serializer.coreConfiguration.acceptableSuffixes.sorted())",
            "\(serializer.coreConfiguration.maximumBytes ?? -1)",
        ]
        switch serializer {
        case let json as AFJSONResponseSerializer:
            fields.append("\(json.readingOptions.rawValue) \(json.removesKeysWithNullValues)")
        case let document as AFXMLDocumentResponseSerializer: fields.append("\(document.options)")
        case let list as AFPropertyListResponseSerializer:
            fields.append("\(list.format.rawValue) \(list.readOptions.rawValue)")
        case let image as AFImageResponseSerializer:
            fields.append("\(image.imageScale) \(image.automaticallyInflatesResponseImage)")
        case let compound as AFCompoundResponseSerializer:
            for case let element as AFHTTPResponseSerializer in compound.responseSerializers {
                fields += Self.fields(of: element)
            }
        default: break
        }
        return fields
    }
}

/// A subclass with an added variable, which it encodes.
final class SigningSerializer: AFHTTPRequestSerializer, @unchecked Sendable {
    let secret: String

    init(secret: String) {
        self.secret = secret
        super.init()
    }

    required init?(coder: NSCoder) {
        guard let secret = coder.decodeObject(of: NSString.self, forKey: "secret") else { return nil }
        self.secret = secret as String
        super.init(coder: coder)
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(secret as NSString, forKey: "secret")
    }
}

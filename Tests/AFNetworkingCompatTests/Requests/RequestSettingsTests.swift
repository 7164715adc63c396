import AFNetworkingCompat
import Testing

@testable import URLSerialization

/// The six settings that AFNetworking learns by observing itself.
@Suite struct RequestSettingsTests {
    private static let url = "https://example.com"

    /// A setting, with a setter of a value that no request has by default, and the value that a request then has.
    struct Setting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let set: @Sendable (AFHTTPRequestSerializer) -> Void
        /// Sets the value that the property has while it is unset.
        let setToUnset: @Sendable (AFHTTPRequestSerializer) -> Void
        /// Whether the property has the value of an unset one.
        let readsAsUnset: @Sendable (AFHTTPRequestSerializer) -> Bool
        let value: @Sendable (URLRequest) -> String
        /// The value in a request of the system.
        let systemDefault: String
        let expected: String
        /// The value in a request after `setToUnset`.
        let unset: String
    }

    private static let settings = [
        Setting(
            testDescription: "allowsCellularAccess", set: { $0.allowsCellularAccess = false },
            setToUnset: { $0.allowsCellularAccess = false }, readsAsUnset: { !$0.allowsCellularAccess },
            value: { "\($0.allowsCellularAccess)" }, systemDefault: "true", expected: "false", unset: "false"),
        Setting(
            testDescription: "cachePolicy", set: { $0.cachePolicy = .returnCacheDataElseLoad },
            setToUnset: { $0.cachePolicy = .useProtocolCachePolicy },
            readsAsUnset: { $0.cachePolicy == .useProtocolCachePolicy },
            value: { "\($0.cachePolicy == .returnCacheDataElseLoad) \($0.cachePolicy == .useProtocolCachePolicy)" },
            systemDefault: "false true", expected: "true false", unset: "false true"),
        Setting(
            testDescription: "httpShouldHandleCookies", set: { $0.httpShouldHandleCookies = false },
            setToUnset: { $0.httpShouldHandleCookies = false }, readsAsUnset: { !$0.httpShouldHandleCookies },
            value: { "\($0.httpShouldHandleCookies)" }, systemDefault: "true", expected: "false", unset: "false"),
        Setting(
            testDescription: "httpShouldUsePipelining", set: { $0.httpShouldUsePipelining = true },
            setToUnset: { $0.httpShouldUsePipelining = false }, readsAsUnset: { !$0.httpShouldUsePipelining },
            value: { "\($0.usesPipelining)" },
            systemDefault: "\(URLRequest(url: URL(fileURLWithPath: "/")).usesPipelining)",
            expected: "true", unset: "false"),
        Setting(
            testDescription: "networkServiceType", set: { $0.networkServiceType = .background },
            setToUnset: { $0.networkServiceType = .default }, readsAsUnset: { $0.networkServiceType == .default },
            value: { "\($0.networkServiceType.rawValue)" }, systemDefault: "0", expected: "3", unset: "0"),
        Setting(
            testDescription: "timeoutInterval", set: { $0.timeoutInterval = 7 },
            setToUnset: { $0.timeoutInterval = 0 }, readsAsUnset: { $0.timeoutInterval == 0 },
            value: { "\($0.timeoutInterval)" }, systemDefault: "60.0", expected: "7.0", unset: "0.0"),
    ]

    private func made(by serializer: AFHTTPRequestSerializer) throws -> [URLRequest] {
        [
            try serializer.request(withMethod: "GET", urlString: Self.url, parameters: nil).value,
            serializer.request(withMethod: "POST", urlString: Self.url, parameters: ["k": 1], error: nil).value,
            try serializer.multipartFormRequest(
                withMethod: "POST", urlString: Self.url, parameters: ["k": 1], constructingBodyWith: nil
            ).value,
            serializer.multipartFormRequest(
                withMethod: "POST", urlString: Self.url, parameters: nil, constructingBodyWith: nil, error: nil
            ).value,
        ]
    }

    private var serializers: [AFHTTPRequestSerializer] {
        [AFHTTPRequestSerializer(), AFJSONRequestSerializer(), AFPropertyListRequestSerializer()]
    }

    @Test(arguments: settings)
    func unsetSettingLeavesTheRequests(setting: Setting) throws {
        for serializer in serializers {
            #expect(setting.readsAsUnset(serializer))
            // The other five have no effect.
            for other in Self.settings where other.testDescription != setting.testDescription { other.set(serializer) }
            for request in try made(by: serializer) { #expect(setting.value(request) == setting.systemDefault) }
        }
    }

    @Test(arguments: settings)
    func setSettingReachesNewRequests(setting: Setting) throws {
        for serializer in serializers {
            setting.set(serializer)
            for request in try made(by: serializer) { #expect(setting.value(request) == setting.expected) }
        }
    }

    @Test(arguments: settings)
    func settingThatIsSetToWhatItReadsUnsetIsSet(setting: Setting) throws {
        for serializer in serializers {
            setting.setToUnset(serializer)
            #expect(setting.readsAsUnset(serializer))
            for request in try made(by: serializer) { #expect(setting.value(request) == setting.unset) }
        }
    }

    @Test(arguments: settings)
    func requestThatIsSerializedKeepsItsOwn(setting: Setting) throws {
        for serializer in serializers {
            setting.set(serializer)
            for method in ["GET", "POST"] {
                let request = try serializer.serialized(URLRequest(method), ["k": 1])
                #expect(setting.value(request) == setting.systemDefault)
            }
        }
    }

    @Test func serializedRequestKeepsWhatItWasGiven() throws {
        var request = try URLRequest("POST")
        request.timeoutInterval = 11
        request.cachePolicy = .reloadIgnoringLocalCacheData
        request.allowsCellularAccess = false
        request.httpShouldHandleCookies = false
        request.networkServiceType = .video
        for serializer in serializers {
            let result = try serializer.serialized(request, ["k": 1])
            #expect(result.timeoutInterval == 11)
            #expect(result.cachePolicy == .reloadIgnoringLocalCacheData)
            #expect(!result.allowsCellularAccess)
            #expect(!result.httpShouldHandleCookies)
            #expect(result.networkServiceType == .video)
        }
    }

    @Test(arguments: [.infinity, -.infinity, .nan, -1, 1e17, .greatestFiniteMagnitude])
    func timeoutOutOfRangeIsAnError(timeout: TimeInterval) throws {
        let serializer = AFHTTPRequestSerializer()
        serializer.timeoutInterval = timeout
        let error = try #require(
            #expect(throws: NSError.self) {
                try serializer.request(withMethod: "GET", urlString: Self.url, parameters: nil)
            })
        #expect(error.domain == AFURLRequestSerializationErrorDomain)
        #expect(error.code == NSURLErrorCannotDecodeContentData)
        #expect(error.localizedDescription.contains("timeoutInterval"))
        #expect(throws: NSError.self) {
            try serializer.multipartFormRequest(
                withMethod: "POST", urlString: Self.url, parameters: ["k": 1], constructingBodyWith: nil)
        }
    }
}

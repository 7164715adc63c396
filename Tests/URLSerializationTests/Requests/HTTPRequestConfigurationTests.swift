import Testing

@testable import URLSerialization

@Suite struct HTTPRequestConfigurationTests {
    // MARK: - Headers

    @Test func defaultHeadersNameTheProgramAndTheLanguages() throws {
        let request = try HTTPRequestSerializer().serialize(URLRequest("GET"), with: nil)
        #expect(request.value(forHTTPHeaderField: "User-Agent") == SystemInformation.userAgent)
        let languages = try #require(request.value(forHTTPHeaderField: "Accept-Language"))
        #expect(languages.hasSuffix("q=1") || languages.contains("q=1, "))
    }

    @Test func defaultHeadersNeverReplaceTheRequestsOwn() throws {
        let serializer = HTTPRequestSerializer().configured {
            $0.headers["X-Default"] = "default"
            $0.headers["X-Other"] = ""
        }
        let request = try URLRequest("GET", headers: ["x-default": "own", "user-agent": "mine"])
        let result = try serializer.serialize(request, with: nil)
        #expect(result.value(forHTTPHeaderField: "X-Default") == "own")
        #expect(result.value(forHTTPHeaderField: "User-Agent") == "mine")
        #expect(result.value(forHTTPHeaderField: "X-Other") == "")
    }

    @Test func defaultContentTypeServesForBodiesToo() throws {
        for serializer in Self.serializers {
            let serializer = serializer.configured { $0.headers["Content-Type"] = "application/vnd.api" }
            #expect(try serializer.serialize(URLRequest("POST"), with: ["a": 1]).contentType == "application/vnd.api")
            #expect(try serializer.serialize(URLRequest("GET"), with: ["a": 1]).contentType == "application/vnd.api")
        }
    }

    @Test func headersAreReadSetAndRemovedWithoutCase() {
        var configuration = HTTPRequestConfiguration()
        #expect(configuration.headers["X-Test"] == nil)
        configuration.headers["X-Test"] = "1"
        #expect(configuration.headers["x-test"] == "1")
        configuration.headers["x-TEST"] = nil
        #expect(!configuration.headers.contains { $0.name == "X-Test" })
    }

    @Test func authorizationIsSetAndCleared() throws {
        var serializer = HTTPRequestSerializer()
        serializer.configuration.setAuthorization(username: "Aladdin", password: "open sesame")
        let request = try serializer.serialize(URLRequest("GET"), with: nil)
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        serializer.configuration.setAuthorization(username: "é", password: "")
        #expect(serializer.configuration.headers["Authorization"] == "Basic w6k6")
        serializer.configuration.setAuthorization(bearerToken: "t")
        #expect(serializer.configuration.headers["Authorization"] == "Bearer t")
        serializer.configuration.clearAuthorization()
        #expect(
            try serializer.serialize(URLRequest("GET"), with: nil).value(forHTTPHeaderField: "Authorization") == nil)
    }

    @Test(arguments: [
        ("X-Bad", "a\r\nInjected: b"), ("X-Bad", "a\nb"), ("X-Bad", "a\rb"), ("X-Bad", "a\u{0}b"), ("X-Bad", "a\r\n b"),
        ("", "v"), ("X Bad", "v"), ("X-Bad:", "v"), ("X\r\nBad", "v"), ("X-Bäd", "v"), ("X\u{0}", "v"),
    ])
    func defaultHeaderThatWouldBreakTheHeadIsAnError(name: String, value: String) throws {
        for serializer in Self.serializers {
            let serializer = serializer.configured { $0.headers[name] = value }
            for method in ["GET", "POST"] {
                let request = try URLRequest(method)
                expectRefusal(.invalidHeader, field: name) { try serializer.serialize(request, with: ["a": 1]) }
            }
        }
    }

    @Test(arguments: ["A\r\nB", "A B", ""])
    func requestsOwnHeaderIsCheckedToo(name: String) throws {
        let request = try URLRequest("GET", headers: [name: "v"])
        // If Foundation has dropped the field, there is nothing left to check.
        try #require(!(request.allHTTPHeaderFields ?? [:]).isEmpty)
        expectRefusal(.invalidHeader) { try HTTPRequestSerializer().serialize(request, with: nil) }
    }

    @Test(arguments: ["GET /x HTTP/1.1\r\nHost: y", "GE T", "", "GÉT"])
    func methodThatIsNoTokenIsAnError(method: String) throws {
        expectRefusal(.invalidMethod, field: "httpMethod") {
            try HTTPRequestSerializer().request(
                method: HTTPMethod(rawValue: method), url: "https://example.com", parameters: ["a": 1])
        }
    }

    // MARK: - Settings

    @Test func settingsReachTheRequestsThatAreMade() throws {
        let serializer = HTTPRequestSerializer().configured {
            $0.allowsCellularAccess = false
            $0.cachePolicy = .reloadIgnoringLocalCacheData
            $0.httpShouldHandleCookies = false
            $0.httpShouldUsePipelining = true
            $0.networkServiceType = .background
            $0.timeoutInterval = 12.5
        }
        let request = try serializer.request(method: .get, url: "https://example.com")
        #expect(!request.allowsCellularAccess)
        #expect(request.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(!request.httpShouldHandleCookies)
        #expect(request.usesPipelining)
        #expect(request.networkServiceType == .background)
        #expect(request.timeoutInterval == 12.5)
    }

    @Test func settingsThatAreNilLeaveTheDefaults() throws {
        let plain = try URLRequest("GET")
        let request = try HTTPRequestSerializer().request(method: .get, url: "https://example.com")
        #expect(request.allowsCellularAccess == plain.allowsCellularAccess)
        #expect(request.cachePolicy == plain.cachePolicy)
        #expect(request.httpShouldHandleCookies == plain.httpShouldHandleCookies)
        #expect(request.usesPipelining == plain.usesPipelining)
        #expect(request.networkServiceType == plain.networkServiceType)
        #expect(request.timeoutInterval == plain.timeoutInterval)
    }

    @Test func settingsDoNotTouchRequestsThatAreGiven() throws {
        let serializer = HTTPRequestSerializer().configured { $0.timeoutInterval = 5 }
        var request = try URLRequest("GET")
        request.timeoutInterval = 99
        #expect(try serializer.serialize(request, with: nil).timeoutInterval == 99)
    }

    @Test(arguments: [TimeInterval.nan, .infinity, -.infinity, -1, 1e17, .greatestFiniteMagnitude])
    func timeoutOutOfRangeIsAnError(timeout: TimeInterval) {
        let serializer = HTTPRequestSerializer().configured { $0.timeoutInterval = timeout }
        expectRefusal(.invalidSetting, field: "timeoutInterval") {
            try serializer.request(method: .get, url: "https://example.com")
        }
    }

    @Test(arguments: ["", "http://[", "http://exa mple.com", "http://example.com:port"])
    func textThatIsNoURLIsAnError(text: String) {
        let error = expectRefusal(.invalidURL) { try HTTPRequestSerializer().request(method: .get, url: text) }
        #expect((error as NSError?)?.code == -1000)
    }

    // MARK: - Archives

    @Test func archiveKeepsEveryField() throws {
        var configuration = HTTPRequestConfiguration()
        configuration.headers = ["X-B": "2", "X-A": "1"]
        configuration.methodsEncodingParametersInURI = ["GET", "PURGE"]
        configuration.stringEncoding = .utf16
        configuration.queryStyle.arrays = .indices
        configuration.maximumDepth = 7
        configuration.allowsCellularAccess = false
        configuration.cachePolicy = .returnCacheDataDontLoad
        configuration.httpShouldHandleCookies = true
        configuration.httpShouldUsePipelining = false
        configuration.networkServiceType = .video
        configuration.timeoutInterval = 0.5

        let archive = try JSONEncoder().encode(configuration)
        let restored = try JSONDecoder().decode(HTTPRequestConfiguration.self, from: archive)
        #expect(restored.headers == configuration.headers)
        #expect(restored.methodsEncodingParametersInURI == ["GET", "PURGE"])
        #expect(restored.stringEncoding == .utf16)
        let query = try QueryStringSerializer(style: restored.queryStyle).string(from: ["a": [1]])
        #expect(query == "a%5B0%5D=1")
        #expect(restored.maximumDepth == 7)
        #expect(restored.allowsCellularAccess == false)
        #expect(restored.cachePolicy == .returnCacheDataDontLoad)
        #expect(restored.httpShouldHandleCookies == true)
        #expect(restored.httpShouldUsePipelining == false)
        #expect(restored.networkServiceType == .video)
        #expect(restored.timeoutInterval == 0.5)
    }

    @Test func archiveKeepsSettingsThatAreNil() throws {
        let archive = try JSONEncoder().encode(HTTPRequestConfiguration())
        let restored = try JSONDecoder().decode(HTTPRequestConfiguration.self, from: archive)
        #expect(restored.allowsCellularAccess == nil)
        #expect(restored.cachePolicy == nil)
        #expect(restored.networkServiceType == nil)
        #expect(restored.timeoutInterval == nil)
        #expect(restored.queryString == nil)
    }

    @Test func archiveNamesTheClosureItCannotHold() {
        var configuration = HTTPRequestConfiguration()
        configuration.queryString = { _, _ in "" }
        let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(configuration) }
        #expect(error.map { "\($0)".contains("queryString") } == true)
    }

    @Test func archiveNamesTheStyleItCannotHold() {
        var configuration = HTTPRequestConfiguration()
        configuration.queryStyle.dates = .custom { _ in "" }
        let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(configuration) }
        #expect(error.map { "\($0)".contains("dates") } == true)
    }

    private static let serializers: [any HTTPRequestSerialization] = [
        HTTPRequestSerializer(), JSONRequestSerializer(), PropertyListRequestSerializer(),
    ]
}

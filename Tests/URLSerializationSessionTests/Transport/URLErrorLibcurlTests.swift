#if os(Linux)
    import LoopbackServer
    import TestSupport
    import Testing

    @testable import URLSerializationSession
    @testable import URLSerializationTransport

    /// The table of libcurl's codes and Apple's.
    @Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct URLErrorLibcurlTests {
        private func error(
            _ code: Int32, _ words: String = "", verifyResult: Int = 0, proxyStatus: Int = 0, isRead: Bool = false
        ) throws -> URLError {
            let error = URLError.libcurl(
                .init(code), words, verifyResult: verifyResult, proxyStatus: proxyStatus, isRead: isRead,
                URL(string: "https://a.b/"))
            return try #require(error)
        }

        @Test func successIsNoError() { #expect(URLError.libcurl(.init(0), "", nil) == nil) }

        @Test(arguments: [
            (1, -1011), (3, -1000), (5, -1003), (6, -1003), (7, -1004), (8, -1011), (16, -1011), (18, -1005),
            (23, -1011), (26, -1021), (28, -1001), (35, -1200), (42, -1021), (52, -1005), (53, -1200), (54, -1200),
            (55, -1005), (56, -1005), (58, -1205), (59, -1200), (60, -1202), (65, -1005), (66, -1200), (77, -1202),
            (83, -1200), (90, -1202), (92, -1005), (97, -1004), (27, -1011), (43, -1011), (999, -1),
        ]) func aCodeIsOneOfApples(code: Int32, number: Int) throws {
            let error = try error(code, "the cause\n")
            #expect(error.errorCode == number)
            #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == URL(string: "https://a.b/"))
            let words = try #require(error.userInfo[NSDebugDescriptionErrorKey] as? String)
            #expect(words.hasPrefix("libcurl \(code): the cause") && !words.contains("\n"))
        }

        @Test(arguments: [(10, -1201), (9, -1204), (0, -1202), (18, -1202), (62, -1202)])
        func theVerificationDecidesAboutACertificate(result: Int, number: Int) throws {
            for code: Int32 in [51, 60] { #expect(try error(code, verifyResult: result).errorCode == number) }
        }

        @Test(arguments: [(0, -1005), (200, -1005), (403, -1008), (407, -1008), (302, -1004), (502, -1004)])
        func aProxysStatusDecidesAboutALostConnection(status: Int, number: Int) throws {
            let error = try error(56, "The words CONNECT, chunk and 4 decide nothing.", proxyStatus: status)
            #expect(error.errorCode == number)
            let damaged = try self.error(56, proxyStatus: status, isRead: true)
            #expect(damaged.errorCode == (number == -1005 ? -1011 : number))
        }

        @Test(arguments: [(403, URLError.Code.resourceUnavailable), (503, .cannotConnectToHost)])
        func aProxyThatDoesNotConnectHasItsCode(status: Int, code: URLError.Code) async throws {
            let server = try LoopbackServer.forConnections { connection in
                _ = try connection.readHead()
                try connection.write("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n")
            }
            let configuration = URLSessionConfiguration.patient
            configuration.connectionProxyDictionary = [
                "HTTPSEnable": 1, "HTTPSProxy": "127.0.0.1", "HTTPSPort": server.url().port ?? 0,
            ]
            let session = Session(configuration: configuration, engine: .libcurl)
            let error = await session.request("https://name.invalid/").response().error?.cause as? URLError
            #expect(error?.code == code)
            #expect(error?.localizedDescription.contains("\(status)") == true)
            #expect(RetryPolicy().urlErrorCodes.contains(code) == (status == 503))
        }
    }
#endif

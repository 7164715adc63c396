import TestSupport
import Testing

@testable import URLSerializationSession
@testable import URLSerializationTransport

@Suite struct ProxySettingsTests {
    private func choices(_ dictionary: [AnyHashable: Any]?, host: String = "a.example.com") throws -> [String?] {
        let settings = ProxySettings(dictionary)
        return try ["http", "HTTPS"].map { settings.proxy(for: try #require(URL(string: "\($0)://\(host)/"))) }
    }

    private let http: [AnyHashable: Any] = ["HTTPEnable": 1, "HTTPProxy": "p", "HTTPPort": 3128]
    private let https: [AnyHashable: Any] = ["HTTPSEnable": 1, "HTTPSProxy": "s", "HTTPSPort": 3129]
    private let socks: [AnyHashable: Any] = ["SOCKSEnable": 1, "SOCKSProxy": "k", "SOCKSPort": 9050]

    private func merged(_ dictionaries: [AnyHashable: Any]...) -> [AnyHashable: Any] {
        dictionaries.reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    @Test func eachSchemeHasItsProxy() throws {
        #expect(try choices(nil) == [nil, nil])
        #expect(try choices([:]) == ["", ""])
        #expect(try choices(["x": 1, 7: "y"]) == ["", ""])
        #expect(try choices(http) == ["http://p:3128", ""])
        #expect(try choices(https) == ["", "http://s:3129"])
        #expect(try choices(merged(http, https)) == ["http://p:3128", "http://s:3129"])
        #expect(try choices(socks) == ["socks5h://k:9050", "socks5h://k:9050"])
        #expect(try choices(merged(socks, http)) == ["http://p:3128", "socks5h://k:9050"])
        #expect(try choices(merged(socks, ["SOCKSEnable": 0])) == ["", ""])
    }

    @Test func eightThreadsReadTheSameSettings() throws {
        let all = [http, https, socks, ["HTTPEnable": "x", "HTTPProxy": 7, "HTTPPort": "y"]] as [[AnyHashable: Any]]
        let url = try #require(URL(string: "http://a.example.com/"))
        let expected = all.map { ProxySettings($0).proxy(for: url) }
        let shared = UncheckedSendable(all)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 { #expect(shared.value.map { ProxySettings($0).proxy(for: url) } == expected) }
        }
    }

    @Test func aPortMayBeMissing() throws {
        for (name, url) in [("HTTP", "http://p:80"), ("HTTPS", "http://p:443"), ("SOCKS", "socks5h://p:1080")] {
            let choices = try choices(["\(name)Enable": true, "\(name)Proxy": "p"])
            #expect(choices.contains(url))
        }
        #expect(try choices(["HTTPEnable": 1, "HTTPProxy": "::1", "HTTPPort": 1])[0] == "http://[::1]:1")
        #expect(try choices(["HTTPEnable": 1, "HTTPProxy": "[::1]", "HTTPPort": 1])[0] == "http://[::1]:1")
    }

    /// The types in which numbers come.
    @Test func aNumberOfAnyTypeCounts() throws {
        let ports: [Any] = [3128, Int32(3128), UInt16(3128), 3128.0, NSNumber(value: 3128), "3128", NSString("3128")]
        for port in ports {
            #expect(
                try choices(merged(http, ["HTTPPort": port]))[0] == "http://p:3128", "\(type(of: port))")
        }
        let enabled: [Any] = [1, true, NSNumber(value: true), NSNumber(value: 1), "1", Int8(1), 1.0, -1]
        for value in enabled {
            #expect(try choices(merged(http, ["HTTPEnable": value]))[0] != "", "\(type(of: value))")
        }
    }

    /// A proxy that is missed by mistake would send requests past it.
    @Test func whatIsNoNumberIsAProblem() throws {
        for value in [0, false, NSNumber(value: false)] as [Any] {
            #expect(try choices(merged(http, ["HTTPEnable": value])) == ["", ""], "\(value)")
            #expect(ProxySettings(merged(http, ["HTTPEnable": value])).problem == nil)
        }
        let hostile: [Any] = [
            NSNull(), Double.nan, NSNumber(value: Double.infinity), "yes", "", [1], ["a": 1], Date(),
            Optional<Int>.none as Any, Data(),
        ]
        for value in hostile {
            for key in ["HTTPEnable", "HTTPPort", "SOCKSEnable"] {
                let problem = ProxySettings(merged(http, [key: value])).problem
                #expect(problem?.contains("\(key) of") == true, "\(value)")
            }
            _ = try choices(merged(http, ["HTTPPort": value, "ExceptionsList": value]))
        }
    }

    #if os(Linux)
        @Test func aProblemIsTheRequestsError() async throws {
            let configuration = URLSessionConfiguration.patient
            configuration.connectionProxyDictionary = ["HTTPEnable": "yes", "HTTPProxy": "127.0.0.1", "HTTPPort": 9]
            let error = await Session(configuration: configuration, engine: .libcurl).request("http://127.0.0.1:1/")
                .response().error
            #expect(error?.urlErrorCode == .cannotConnectToHost)
            #expect(error?.localizedDescription.contains("HTTPEnable") == true)
        }
    #endif

    @Test func aHostThatIsNoneIsMissing() throws {
        for host in [NSNull(), 1, "", Data()] as [Any] {
            #expect(try choices(merged(http, ["HTTPProxy": host])) == ["", ""], "\(host)")
        }
        #expect(try choices(["HTTPEnable": 1]) == ["", ""])
    }

    @Test(
        arguments: [
            (["a.example.com"], true), (["A.Example.COM"], true), (["example.com"], false), (["*.example.com"], true),
            (["*example.com"], true), (["b.*", "a.*"], true), (["*"], true), ([""], false), (["*.org"], false),
            (["a.example.com.evil.org"], false), ([], false),
        ] as [([String], Bool)]) func anExceptionHasNoProxy(exceptions: [String], isExcepted: Bool) throws
    {
        let all = merged(http, socks)
        for list in [exceptions, NSArray(array: exceptions), exceptions as [Any] + [1, NSNull()]] as [Any] {
            let choices = try choices(merged(all, ["ExceptionsList": list]))
            #expect(choices == (isExcepted ? ["", ""] : try self.choices(all)))
        }
        #expect(try choices(merged(all, ["ExceptionsList": ["a.example.com"]]), host: "b.example.com")[0] != "")
    }
}

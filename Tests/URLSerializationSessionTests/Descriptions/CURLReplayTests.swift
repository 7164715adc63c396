import TestSupport
import Testing

@testable import URLSerializationSession

/// The shells that run commands.
private enum Shell: String, CaseIterable {
    case sh = "/bin/sh"
    case dash = "/bin/dash"
    case bash = "/bin/bash"

    /// The shells of this machine, each once: on Debian sh is dash.
    static let present = {
        let paths = allCases.filter { FileManager.default.isExecutableFile(atPath: $0.rawValue) }
        let byFile = Dictionary(grouping: paths) { URL(fileURLWithPath: $0.rawValue).resolvingSymlinksInPath() }
        return byFile.values.compactMap(\.first)
    }()

    static var hasCurl: Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/curl") }
    }
}

/// The request that arrives when the printed command is run.
@Suite(.tags(.real), .enabled(if: Shell.hasCurl, "There is no curl.")) struct CURLReplayTests {
    /// A folder that is removed with the test.
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("curl-\(UUID().uuidString)", isDirectory: true)

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }
        deinit { try? FileManager.default.removeItem(at: url) }

        func file(_ name: String, _ content: Data) throws -> URL {
            let file = url.appendingPathComponent(name, isDirectory: false)
            try content.write(to: file)
            return file
        }
    }

    private let folder: Folder
    private let listener: CommandListener

    init() throws {
        folder = try Folder()
        listener = try CommandListener()
    }

    /// Runs a request's command in each shell and returns the received requests.
    private func replay(
        _ target: String = "/", _ body: Uploadable? = nil, change: (inout URLRequest) -> Void = { _ in }
    ) async throws -> [CommandListener.Received] {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(listener.port)\(target)")))
        change(&request)
        let command = CURLCommand(request, body: body, redactsSecrets: false)
        let script = try folder.file("script", Data(command.text.utf8))
        var received: [CommandListener.Received] = []
        for shell in Shell.present {
            let environment = [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": folder.url.path,
            ]
            async let next = listener.next()
            let status = try await Program.runApart(shell.rawValue, [script.path], environment: environment)
            #expect(status == 0, "\(shell): \(command.text)")
            received.append(try await next)
        }
        try #require(!received.isEmpty)
        return received
    }

    private static let everyByte = Data((0...255).map { UInt8($0) })

    @Test(arguments: [
        Data(), Data("plain".utf8), Data("@file".utf8), Data("-x".utf8), Data("--data-raw".utf8), Data("it's".utf8),
        Data("'''".utf8), Data("'\u{301} $(id) \r\n'\u{301}".utf8),
        Data("$HOME `id` $(id) \\ \" ! * ~ # ; & | < >".utf8), Data("%s %% %d%n\\n\\0".utf8),
        Data("\n\na\n\n".utf8), Data("a\r\nb\tc".utf8), Data("é 中 \u{1F600}".utf8), Data([0]),
        Data([0x30, 0, 0x37, 0x38]),
        Data([0xFF, 0xFE, 0x80]), Data([0x2D, 0, 0x2D]), Data([0x25, 0, 0x5C, 0x27]), everyByte,
        everyByte + everyByte.reversed(),
        Data("a\u{1B}[0m".utf8), Data("a\u{9B}2J\u{202E}\u{200B}\n\n".utf8),
        Data(String(repeating: "long 'text' ", count: 20_000).utf8),
    ]) func bytesArriveAsTheyAre(body: Data) async throws {
        let all = try await replay { request in
            request.httpMethod = "POST"
            request.httpBody = body
        }
        for received in all {
            #expect(received.body == body)
            #expect(received.values("Content-Length") == ["\(body.count)"])
            #expect(received.values("Content-Type") == [])
            #expect(received.values("Expect") == [])
            #expect(received.values("Transfer-Encoding") == [])
        }
    }

    @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "HEAD", "X'$`!"])
    func theMethodArrives(method: String) async throws {
        for received in try await replay(change: { $0.httpMethod = method }) {
            #expect(received.target == "\(method) / HTTP/1.1")
            #expect(received.body.isEmpty)
            #expect(received.values("Content-Length") == (["POST", "PUT", "PATCH"].contains(method) ? ["0"] : []))
        }
    }

    @Test(arguments: [
        "/a/../b/./c//d", "/x%2Fy%00?q=%27&r=$HOME", "/{a,b}[1-3]?x[]=1&y={z}", "/'\"`!*()?a'b", "/?", "/?a?b=c&&",
        "/\u{E9}?\u{4E2D}",
    ]) func theTargetArrives(target: String) async throws {
        let url = try #require(URL(string: "http://a\(target)"))
        let expected = url.absoluteString.dropFirst("http://a".count)
        for received in try await replay(target) { #expect(received.target == "GET \(expected) HTTP/1.1") }
    }

    @Test func fieldsArrive() async throws {
        let fields = [
            "Accept": "it's \"quoted\" $HOME `id` %s \\", "X-Empty": "", "X-Utf8": "é中", "X-At": "@file",
            "X-Dash": "-x",
            "X-Colon": "a:b;c", "User-Agent": "me/1.0", "Cookie": "a=b; c=d", "Authorization": "Basic eDp5",
            "Accept-Encoding": "identity", "Content-Type": "text/x", "Host": "elsewhere:81", "Expect": "x-nothing",
        ]
        let all = try await replay { request in
            request.httpMethod = "POST"
            request.httpBody = Data("x".utf8)
            for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
            request.setValue("99", forHTTPHeaderField: "Content-Length")
            request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
            request.setValue(" ", forHTTPHeaderField: "X-Blank")
        }
        for received in all {
            for (name, value) in fields { #expect(received.values(name) == [value], "\(name)") }
            #expect(received.values("Content-Length") == ["1"])
            #expect(received.head.count == fields.count + 2, "\(received.head)")
        }
    }

    @Test func theURLsUserArrives() async throws {
        let all = try await replay { request in
            request.url = URL(string: "http://me:it's%24@127.0.0.1:\(listener.port)/")
        }
        for received in all {
            #expect(received.values("Authorization") == ["Basic \(Data("me:it's$".utf8).base64EncodedString())"])
        }
    }

    @Test func curlsSettingsFileIsNotRead() async throws {
        _ = try folder.file(".curlrc", Data("header = \"X-Mine: 1\"\n".utf8))
        for received in try await replay() { #expect(received.values("X-Mine") == []) }
    }

    @Test func aFileArrives() async throws {
        let file = try folder.file("it's $x `y` \"z\"\n%s @", Self.everyByte)
        for received in try await replay("/", .file(file), change: { $0.httpMethod = "PUT" }) {
            #expect(received.body == Self.everyByte)
            #expect(received.target.hasPrefix("PUT "))
        }
    }

    @Test func aMultipartFormArrives() async throws {
        let file = try folder.file("it's $x %s.bin", Self.everyByte + Self.everyByte)
        var form = MultipartForm()
        try form.append("text 'quoted' %s \\n é", name: "te\"xt")
        try form.append(Self.everyByte, name: "bytes")
        try form.append(file: file, name: "file")
        let body = try #require(try form.makeBody())
        let data = try body.data()
        let all = try await replay("/", .multipart(body)) { request in
            request.httpMethod = "POST"
            request.multipartBody = body
        }
        for received in all {
            #expect(received.body == data)
            #expect(received.values("Content-Type") == [body.contentType])
            #expect(received.values("Content-Length") == ["\(data.count)"])
            #expect(received.values("Transfer-Encoding") == [])
            #expect(received.values("Expect") == [])
        }
    }
}

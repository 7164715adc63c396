import Testing

@testable import URLSerializationSession

@Suite struct CURLCommandTests {
    private func request(_ url: String = "http://a/x", _ change: (inout URLRequest) -> Void = { _ in }) throws
        -> URLRequest
    {
        var request = URLRequest(url: try #require(URL(string: url)))
        change(&request)
        return request
    }

    private func text(
        _ request: URLRequest, _ body: Uploadable? = nil, redactsSecrets: Bool = true
    ) -> String {
        CURLCommand(request, body: body, redactsSecrets: redactsSecrets).text
    }

    @Test func aCommandIsReadable() throws {
        let request = try request("http://a/b?c=d") {
            $0.httpMethod = "POST"
            $0.setValue("text/plain", forHTTPHeaderField: "Content-Type")
            $0.setValue("it's", forHTTPHeaderField: "Accept")
            $0.setValue("4", forHTTPHeaderField: "Content-Length")
            $0.httpBody = Data("body".utf8)
        }
        #expect(
            text(request) == #"""
                curl -q --globoff --path-as-is --compressed \
                    --request 'POST' \
                    --header 'Accept: it'\''s' \
                    --header 'Content-Type: text/plain' \
                    --header 'Expect:' \
                    --data-raw 'body' \
                    'http://a/b?c=d'
                """#)
    }

    @Test func whatURLSessionMustNotSendIsLeftOut() throws {
        let request = try request {
            for name in ["Transfer-Encoding", "Expect", "X-Blank"] { $0.setValue(" ", forHTTPHeaderField: name) }
            $0.setValue("", forHTTPHeaderField: "X-Empty")
        }
        let text = text(request)
        #expect(!text.contains("Transfer-Encoding") && !text.contains("Expect"))
        #expect(text.contains("'X-Blank:'") && text.contains("'X-Empty;'"))
    }

    @Test(arguments: [
        ("Authorization", true), ("Proxy-Authorization", true), ("Cookie", true), ("Set-Cookie", true),
        ("X-Api-Key", true),
        ("x_api_key", true), ("ApiKey", true), ("X-Auth-Token", true), ("X-CSRF-Token", true), ("X-Session-Id", true),
        ("X-Key", true), ("X-Bearer", true), ("X-JWT", true), ("X-Pin", true), ("X-Passphrase", true),
        ("X-Keyword", false), ("X-Zip-Codes", false), ("X-Compass", false), ("X-Design", false),
        ("Accept", false), ("Content-Type", false), ("Idempotency-Key", false), ("User-Agent", false),
    ]) func secretsAreRedactedUnlessAsked(name: String, isSecret: Bool) throws {
        let request = try request { $0.setValue("hidden value", forHTTPHeaderField: name) }
        #expect(text(request).contains("hidden") == !isSecret)
        #expect(text(request).contains(": REDACTED'") == isSecret)
        #expect(text(request, redactsSecrets: false).contains("hidden value"))
    }

    @Test func theURLsSecretsAreRedactedUnlessAsked() throws {
        let request = try request("http://me:hi%40den@a/x?y&api_key=hidden&q=%2F#z")
        #expect(text(request).hasSuffix("'http://REDACTED:REDACTED@a/x?y&api_key=REDACTED&q=%2F'"))
        #expect(
            text(request, redactsSecrets: false).hasSuffix("'http://me:hi%40den@a/x?y&api_key=hidden&q=%2F#z'"))
    }

    @Test(arguments: [
        "code", "key", "sig", "jwt", "sid", "pass", "pwd", "bearer", "userPwd", "X-Amz-Signature", "PHPSESSID", "k%65y",
    ]) func secretOfAQueryIsRedacted(name: String) throws {
        let text = text(try request("http://a/x?\(name)=hidden&barcode=1&inside=2#id_token=hidden"))
        #expect(text.hasSuffix("'http://a/x?\(name)=REDACTED&barcode=1&inside=2'"))
    }

    @Test(arguments: [
        Uploadable.stream(length: nil) { InputStream(data: Data()) }, nil, .file(URL(fileURLWithPath: "/x")),
    ])
    func aMissingBodyIsSaid(body: Uploadable?) throws {
        let request = try request {
            $0.httpMethod = "HEAD"
            $0.httpBody = Data("x".utf8)
        }
        #expect(text(request, body).hasPrefix("# Without the body"))
        #expect(text(request, body).contains("\ncurl -q"))
        #expect(!text(request, body).contains("--data"))
    }

    @Test func aStreamedPartIsSaidToBeMissing() throws {
        var form = MultipartForm()
        try form.append(InputStream(data: Data("x".utf8)), length: 1, name: "a\nb", fileName: "f", mayBlock: false)
        let body = try #require(try form.makeBody())
        let command = text(try request(), .multipart(body))
        #expect(command.hasPrefix(#"# Without the content of the part "a\nb""#))
        #expect(command.split(separator: "\n").contains { !$0.hasPrefix("#") && $0.contains("| curl -q") })
    }

    @Test(arguments: [
        "\u{1B}[2J", "\u{7F}", "\u{9B}2J", "\u{85}", "\t", "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}",
    ])
    func noCharacterIsATerminalsOrUnseen(character: String) throws {
        let isValue = !character.unicodeScalars.contains { $0.isControl && $0 != "\t" }
        let request = try request {
            $0.httpMethod = "POST"
            $0.httpBody = Data("a\(character)b".utf8)
            if isValue { $0.setValue("a\(character)b", forHTTPHeaderField: "X-Name") }
        }
        let file = URL(fileURLWithPath: "/tmp/a\(character)b\n")
        var form = MultipartForm()
        try form.append("v\(character)", name: "a\(character)b")
        for body in [nil, .file(file), .multipart(try #require(try form.makeBody()))] as [Uploadable?] {
            let text = text(request, body)
            #expect(text.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" }, "\(text.printable)")
            #expect(text.contains("printf"))
        }
        #expect(text(request, .file(file)).contains("\"$(printf %s QC90bXAvY"))
    }

    /// Foundation's readers of UTF-8 drop it.
    @Test func aByteOrderMarkStays() {
        let bytes = Data([0xEF, 0xBB, 0xBF]) + Data("a,b".utf8)
        #expect(ShellText.command(printing: bytes) == "printf %s 77u/YSxi | base64 -d")
    }

    @Test func aQuoteBelowACombiningMarkIsEscaped() {
        #expect(Array(ShellText.quoted("'\u{301}").utf8) == Array("''\\''\u{301}'".utf8))
        #expect(ShellText.command(printing: Data("a\r\n\\".utf8)) == "printf %b 'a\\r\n\\\\'")
    }

    @Test func aValueWithControlsIsNoCommand() throws {
        var request = try request()
        request.allHTTPHeaderFields = ["X": "a\u{1B}[2J\u{9B}\u{202E}"]
        let text = text(request)
        #expect(text.hasPrefix("# The request cannot be sent: "))
        #expect(text.unicodeScalars.allSatisfy { $0.isPrintable })
    }

    @Test func whatCannotBeSentIsNoCommand() throws {
        let request = try request { $0.httpMethod = "X\nrm -r" }
        #expect(text(request).hasPrefix("# The request cannot be sent: "))
        #expect(!text(request).contains("\n"))
    }
}

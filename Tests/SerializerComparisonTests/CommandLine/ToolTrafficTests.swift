import Foundation
import TestSupport
import Testing

/// The commands on recorded traffic.
@Suite(.takingTurns) struct ToolTrafficTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Returns a HAR of forms, by the paths to which they are posted.
    private static func har(_ forms: KeyValuePairs<String, String>, headers: [[String: String]] = []) throws -> Data {
        let type = "application/x-www-form-urlencoded"
        let entries = forms.map { path, form -> [String: Any] in
            let post = ["mimeType": type, "text": form]
            let request: [String: Any] = [
                "method": "POST", "url": "https://x.example\(path)", "headers": headers, "postData": post,
            ]
            return ["request": request]
        }
        // A recording begins with its only key.
        return try JSONSerialization.data(withJSONObject: ["log": ["entries": entries]])
    }

    private func path(_ content: Data, named name: String) throws -> String {
        try folder.file(content, named: name).path
    }

    @Test(arguments: [
        ("v=1", Int32(0), "\"pairs\":1"), ("v=%31", 0, "\"escaping\""), ("v=true", 1, "\"boolean-as-word\""),
    ])
    func diffExitsWith1IfADifferenceMatters(_ form: String, status: Int32, text: String) throws {
        let old = try path(Self.har(["/p": "v=1"]), named: "old.har")
        let new = try path(Self.har(["/p": form]), named: "new.har")
        let run = try ToolProcess(["diff", old, new, "--format=json"])
        #expect(run.status == status)
        #expect(run.output.contains("\"differing\":\(status)") && run.output.contains(text))
        #expect(run.errors == [old, new].map { "compare-serializers: \($0): read as: a HAR of 1 request\n" }.joined())
        let page = try ToolProcess(["diff", old, new, "--format=html"])
        #expect(page.status == status && page.output.hasPrefix("<!DOCTYPE html>"))
        let refused = try ToolProcess(["diff", old, folder("none.har").path])
        #expect(refused.status == 2 && refused.output.isEmpty && refused.errors.contains("is not a file"))
    }

    @Test func diffComparesTheChosenHeaders() throws {
        let messages = ["1", "2"].map { "GET /p HTTP/1.1\nX-A: \($0)\nX-B: 3" }
        for (arguments, status) in [([], 1), (["--headers", "X-B,Accept"], 0), (["--headers=x-a"], 1)]
            as [([String], Int32)]
        {
            #expect(try ToolProcess(["diff"] + messages + arguments).status == status)
        }
    }

    @Test func aRecordingIsMatched() throws {
        let recording = try path(Self.har(["/p": "a%5B%5D=1&b=x%20y", "/q": "v=1"]), named: "old.har")
        let run = try ToolProcess(["match", "--from", recording, "--only=http"])
        #expect(run.status == 0)
        #expect(run.errors == "compare-serializers: \(recording): read as: a HAR of 2 requests\n")
        #expect(run.output.contains("sends 2 of 2 requests byte for byte"))
        #expect(run.output.hasSuffix("\n    HTTPRequestSerializer()\n"))
    }

    /// The kinds are taken for what they are, on the command line and in a file.
    @Test(arguments: [
        ("query", "a=1 2", "a query"), ("form", "a=1", "a form's body"), ("json", #"{"a":1}"#, "a JSON body"),
        ("har", #"{"log":{"entries":[{"request":{"method":"GET","url":"/p?a=1"}}]}}"#, "a HAR of 1 request"),
        ("log", "GET /p?a=1", "a method and a URL"), ("curl", "curl x.example/?a=1", "a curl command"),
        ("http", "GET /?a=1 HTTP/1.1", "an HTTP message"),
    ])
    func aKindCanBeInsistedOn(_ kind: String, text: String, name: String) throws {
        let file = try path(Data(text.utf8), named: kind)
        for (argument, place) in [(text, ""), (file, "\(file): ")] {
            let run = try ToolProcess(["view", "--as", kind, argument, "--server=php"])
            #expect(run.status == 0 && run.output.hasPrefix("Read by php\n  a: "), "\(run.output)")
            #expect(run.errors == "compare-serializers: \(place)read as: \(name)\n")
        }
    }

    @Test func aRecordingIsViewedByEndpoint() throws {
        let recording = try path(
            Self.har(["/p": "v=1", "/q": "n=1", "/p": "v=0", "/p": "v=1"]), named: "old.har")
        let run = try ToolProcess(["view", recording, "--server=php"])
        #expect(
            run.output == """
                4 requests

                POST /p · 3 requests, 2 distinct

                ×2 · entry 1, entry 4

                Read by php
                  v: "1"

                entry 3

                Read by php
                  v: "0"

                POST /q · 1 request

                entry 2

                Read by php
                  n: "1"

                """)
    }

    @Test func aNoticeNamesFileAndEntry() throws {
        let request = #"{"method":"POST","url":"/p?a=1","bodySize":9,"postData":{"text":"b=1"}}"#
        let har = Data(#"{"log":{"entries":[{"time":1},{"request":\#(request)}]}}"#.utf8)
        let recording = try path(har, named: "old.har")
        let run = try ToolProcess(["view", recording])
        let notices = ["entry 1: no request", "entry 2: its body has 3 bytes, its size says 9"]
        let lines = (["read as: a HAR of 1 request"] + notices).map { "compare-serializers: \(recording): \($0)\n" }
        #expect(run.status == 0 && run.errors == lines.joined())
    }

    @Test func theOutputMayBeAPipe() throws {
        let pipe = try folder.pipe().path
        let script = #"/bin/cat "$PIPE" & "$0" "$@"; status=$?; [ $status = 0 ] || kill $!; wait; exit $status"#
        let run = try ToolProcess(
            ["view", "a=1", "--server=php", "--output", pipe], environment: ["LANG": "C.UTF-8", "PIPE": pipe],
            script: script)
        #expect(run.status == 0 && run.output == "Read by php\n  a: \"1\"\n")
    }

    /// The limit of a file's size is an error of the write, and no signal ends the process.
    @Test func aFileThatMayNotGrowExitsWith2() throws {
        let arguments = ["view", String(repeating: "a[]=x&", count: 200), "--format=json"]
        let script = #"ulimit -f 1; exec "$0" "$@""#
        let file = folder("out.json").path
        let run = try ToolProcess(arguments + ["--output", file], script: script)
        #expect(run.status == 2 && run.errors.hasSuffix("\(file): it may not grow further\n"), "\(run.errors)")
        let standard = try ToolProcess(arguments, script: script)
        #expect(standard.status == 2 && standard.errors.hasSuffix("standard output: file too large\n"))
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func aRecordingInUTF16IsRefused(_ encoding: String.Encoding) throws {
        let text = String(decoding: try Self.har(["/p": "a=1"]), as: UTF8.self)
        let recording = try path(try #require(text.data(using: encoding)), named: "old.har")
        for arguments in [[], ["--as=har"]] {
            let run = try ToolProcess(["view", recording] + arguments)
            #expect(run.status == 2 && run.output.isEmpty)
            #expect(run.errors == "compare-serializers: \(recording):1: UTF-16 text, save it as UTF-8\n")
        }
    }

    @Test func headersMayBeRepeatedAndHuge() throws {
        let huge = String(repeating: "b", count: 1_000_000)
        let recordings = try ["1", "2"].map { text in
            let headers = ["0", text, huge + text].enumerated().map { ["name": $0 < 2 ? "X-A" : "X-B", "value": $1] }
            return try path(Self.har(["/p": "a=1"], headers: headers), named: "\(text).har")
        }
        let run = try ToolProcess(["diff", "--format=json"] + recordings)
        #expect(run.status == 1)
        let rows = try ReportDocument(run.output).rows("differences").map { $0.compactMap { $0 as? String } }
        let cells = rows.map { $0.dropFirst(2).prefix(3).joined(separator: " | ") }
        #expect(cells == ["x-a | 0, 1 | 0, 2", "x-b | \(huge)1 | \(huge)2"])
        #expect(try ToolProcess(["diff"] + recordings).output.utf8.count < 10_000)
    }

    /// Nothing that controls a terminal reaches it from a log.
    @Test func noControlCharacterIsWritten() throws {
        let logs = try ["1", "2"].map { text in
            try path(
                Data(
                    ("::1 - - [1] \"GET /p\u{1B}[2J?a=\u{1B}]0;\(text)\u{7}&b=%1B[31m&\u{9B}x HTTP/1.1\" 200\n"
                        + "\(text)\u{1B}[31m\r\n").utf8), named: "\(text)\u{1B}[2J.log")
        }
        let commands = [["view", logs[0]], ["diff"] + logs, ["match", "--only=http", "--from", logs[0]]]
        for arguments in commands + [["diff", "--format=html"] + logs, ["diff", "--format=json"] + logs] {
            let run = try ToolProcess(arguments)
            #expect(run.status < 2 && !run.output.isEmpty)
            let controls = (run.output + run.errors).unicodeScalars.filter {
                $0.properties.generalCategory == .control && $0 != "\n"
            }
            #expect(controls.isEmpty, "\(arguments[0])")
        }
    }
}

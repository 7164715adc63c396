import Foundation
import TestSupport
import Testing

@testable import SerializerComparison

@Suite(.tags(.random), .takingTurns) struct ToolTests {
    private static let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Compat/Examples/order.json").standardizedFileURL

    @Test func theExampleIsCompared() throws {
        let run = try ToolProcess([Self.example.path], environment: ["LANG": "C.UTF-8", "COLUMNS": "100"])
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        for text in [
            "HTTPRequestSerializer", "URLEncodedFormParameterEncoder   1356    29        3     4  8 differ",
            "Values nested in a dictionary are not sent (urlcomponents): customer ×12, items ×11",
            "An empty collection is lost (http, urlencoding, urlform,", "→ which server? add --server laravel",
        ] {
            #expect(run.output.contains(text))
        }
        #expect(run.output.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 100 })
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func withoutATerminalTheWidthIs80() throws {
        let run = try ToolProcess([Self.example.path])
        #expect(run.output.split(separator: "\n").map { DisplayWidth.of($0) }.max() == 80)
    }

    @Test(
        arguments: [
            (["LC_ALL": "de_DE.utf8", "LANG": "C"], true), (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
            (["LC_ALL": "", "LC_CTYPE": "C.UTF-8"], true), ([:], false),
        ] as [([String: String], Bool)])
    func theLocaleDecidesOnBoxes(_ environment: [String: String], isUnicode: Bool) throws {
        let run = try ToolProcess([Self.example.path], environment: environment)
        #expect(run.output.contains("─") == isUnicode)
        #expect(run.output.utf8.allSatisfy { $0 < 0x80 } != isUnicode)
    }

    @Test func standardInputIsRead() throws {
        let run = try ToolProcess(["-", "--format", "json"], input: Data("{\"a\": 1}".utf8))
        #expect(run.status == 0)
        let document = try ReportDocument(run.output)
        #expect(document.facts["payload"] as? String == "standard input")
        #expect(document.requests.first?.body == "a=1")
    }

    @Test func aPropertyListIsRead() throws {
        let list = try PropertyListSerialization.data(fromPropertyList: ["a": true], format: .binary, options: 0)
        let run = try ToolProcess(["-", "--format=json"], input: list)
        #expect(run.status == 0)
        #expect(run.output.contains("\"binary property list\""))
        #expect(run.output.contains("\"a=1\""))
    }

    @Test(arguments: [("{\"a\": true}", Int32(1)), ("{\"a\": [1]}", 1), ("{\"a\": 1}", 0)])
    func checkExitsWith1WhereSomethingDiffers(_ text: String, status: Int32) throws {
        #expect(try ToolProcess(["-", "--check"], input: Data(text.utf8)).status == status)
        #expect(try ToolProcess(["-"], input: Data(text.utf8)).status == 0)
    }

    @Test func stylesAreShownIfTheyAreAskedFor() throws {
        let input = Data(#"{"a":[[1,1],[2]],"b":true}"#.utf8)
        #expect(!(try ToolProcess(["-"], input: input).output.contains("QueryStyle")))
        let run = try ToolProcess(["-", "--format=json", "--only=php,rack,qs,flat"], input: input)
        let document = try ReportDocument(run.output)
        #expect(
            document.requests.map(\.body) == [
                "a%5B0%5D%5B%5D=1&a%5B0%5D%5B%5D=1&a%5B1%5D%5B%5D=2&b=1",
                "a%5B0%5D%5B0%5D=1&a%5B0%5D%5B1%5D=1&a%5B1%5D%5B0%5D=2&b=true",
            ])
        let refusals = document["differences"]?["notes"] as? [String] ?? []
        for name in ["rack", "flat"] {
            #expect(refusals.contains { $0.hasPrefix("\(name) refuses: ") && $0.contains("a[0]") })
        }
    }

    @Test(arguments: [("http", Int32(0)), ("jsonencoder,http", 0), ("plist", 0), ("urlcomponents", 1)])
    func onlyTheChosenSendersAreShownAndChecked(_ names: String, status: Int32) throws {
        let input = Data("{\"a\": [\"b\"]}".utf8)
        let run = try ToolProcess(["-", "--check", "--format=json", "--only", names], input: input)
        #expect(run.status == status)
        let document = try ReportDocument(run.output)
        #expect(document.rows("summary").count == names.split(separator: ",").count)
        let text = try ToolProcess(["-", "--only", names], input: input).output
        for sender in Sender.all {
            #expect(text.contains(sender.name) == document.rows("summary").contains { $0[0] as? String == sender.name })
        }
    }

    @Test func strategiesReachTheSenders() throws {
        let input = Data(#"{"b":[true,null],"a":{"oneTwo":"x y"}}"#.utf8)
        let run = try ToolProcess(
            [
                "-", "--format=json", "--only=urlform,urlencoding", "--array=index", "--bool=literal", "--key=kebab",
                "--key-path=dots", "--nil=null", "--space=plus", "--no-alphabetize", "--destination=query",
            ], input: input)
        let document = try ReportDocument(run.output)
        #expect(
            document.requests.map(\.line) == [
                "POST /orders?a%5BoneTwo%5D=x%20y&b%5B0%5D=true&b%5B1%5D=%3Cnull%3E HTTP/1.1",
                "POST /orders?b%5B0%5D=true&b%5B1%5D=null&a.one-two=x+y HTTP/1.1",
            ])
    }

    @Test func theOutputGoesToAFile() throws {
        let folder = try ScratchFolder()
        let file = folder("out.txt")
        let run = try ToolProcess([Self.example.path, "--output", file.path, "--color", "always"])
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("\u{1B}[1m"))
        #expect(text.contains("URLComponents"))
        let failing = try ToolProcess([Self.example.path, "--output", folder.url.path])
        #expect(failing.status == 2)
        #expect(failing.errors == "compare-serializers: \(folder.url.path): a directory, not a file\n")
    }

    @Test func theOutputIsNeverTheInput() throws {
        let folder = try ScratchFolder()
        let content = Data(#"{"a": 1}"#.utf8)
        let file = try folder.file(content, named: "in.json")
        let link = folder("link.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        for output in [file, link] {
            let run = try ToolProcess([file.path, "--output", output.path])
            #expect(run.status == 2)
            #expect(run.errors.contains("the output would overwrite the input"))
        }
        #expect(try Data(contentsOf: file) == content)
    }

    /// Returns what a script prints, which receives the executable's path.
    private static func python(_ script: String) throws -> String {
        let folder = try ScratchFolder()
        let output = try folder.file(Data(), named: "output")
        _ = try Program.run(
            "/usr/bin/env", ["python3", "-c", script, ToolProcess.executable.path], output: output.path)
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }

    /// A terminal ends its input once for each end of file, so a reader that continues would wait for another.
    @Test func standardInputEndsAtItsFirstEnd() throws {
        let script = #"""
            import os, pty, sys, time
            child, terminal = pty.fork()
            if child == 0: os.execv(sys.argv[1], [sys.argv[1], "-", "--summary"])
            time.sleep(0.5)
            os.write(terminal, b'{"a": 1}\n\x04')
            deadline, output = time.time() + 600, b""
            while time.time() < deadline:
                try: part = os.read(terminal, 4096)
                except OSError: break
                if not part: break
                output += part
                if b"Property lists" in output: print("ended"); break
            os.close(terminal)
            """#
        #expect(try Self.python(script) == "ended\n")
    }

    /// Work of more than a second says so on standard error if that is a terminal, and leaves nothing behind.
    @Test func longWorkShowsItsTime() throws {
        let script = #"""
            import json, os, pty, re, subprocess, sys, tempfile
            def errors(content, *command):
                with tempfile.NamedTemporaryFile() as file:
                    file.write(content.encode())
                    file.flush()
                    terminal, standard_error = pty.openpty()
                    subprocess.run(
                        [sys.argv[1], *command, file.name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                        stderr=standard_error)
                    os.close(standard_error)
                    output = b""
                    while True:
                        try: part = os.read(terminal, 4096)
                        except OSError: return output
                        if not part: return output
                        output += part
            def payload(count): return json.dumps({"a": [[n, str(n)] for n in range(count)]})
            def log(count): return "".join(f"GET /a?a[]={n}&b[c]={n}\n" for n in range(count))
            for text, count, *command in [[payload, 6_000], [log, 3_000, "view"]]:
                # A quick machine needs more work for a second.
                for factor in [1, 4, 16]:
                    long = errors(text(factor * count), *command)
                    if b"working" in long: break
                print(bool(re.search(rb"working, \d+ s", long)), bool(re.search(rb"\r {19,}\r$", long)))
            # Even short work may take a second.
            print(any(b"working" not in errors(payload(1)) for _ in range(10)))
            """#
        #expect(try Self.python(script) == "True True\nTrue True\nTrue\n")
    }

    /// The processor's time for ten times the key: ten times as much where it is linear, a hundred times where it is
    /// the square.
    @Test func aLongKeyTakesLinearTime() throws {
        let script = #"""
            import resource, subprocess, sys
            def seconds(length):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                document = b'{"' + b"k" * length + b'": 1, "b": [1, 2]}'
                run = subprocess.run([sys.argv[1], "-"], input=document, stdout=subprocess.DEVNULL)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                assert run.returncode == 0
                return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            length = \#(Effort.size(5_000_000, quick: 1_000_000))
            print(any(seconds(length) < 30 * seconds(length // 10) for _ in range(3)))
            """#
        #expect(try Self.python(script) == "True\n")
    }

    @Test func aQueryIsViewed() throws {
        let run = try ToolProcess(
            ["view", "a%5B%5D=1&b=%C3%A9", "--server", "laravel,flask"], environment: ["LANG": "C.UTF-8"])
        #expect(run.status == 0)
        let columns = run.output.split(separator: "\n").dropFirst(2).map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        #expect(run.output.hasPrefix("laravel 8                                flask 3.1\n"))
        #expect(Array(columns.prefix(3)) == [["a: [1]"], ["0: \"1\""], ["b: \"é\"", "b: [1]"]])
        for query in ["?a=1", "https://x.example/p?a=1#f?", "a=1"] {
            #expect(try ToolProcess(["view", query, "--server=php"]).output == "Read by php\n  a: \"1\"\n")
        }
        let url = Data("https://x.example/p?a=1#f\n".utf8)
        #expect(try ToolProcess(["view", "--server=php"], input: url).output == "Read by php\n  a: \"1\"\n")
        for query in ["https://x.example/p#?a=1", "?", ""] {
            #expect(try ToolProcess(["view", query, "--server=php"]).output == "Read by php\n  (nothing)\n")
        }
        #expect(try ToolProcess(["view", "=1", "--server=node"]).output == "Read by node\n  \"\": \"1\"\n")
        #expect(
            try ToolProcess(["view", "--server=php"], input: Data("a=1\n".utf8)).output == "Read by php\n  a: \"1\"\n")
        #expect(
            try ToolProcess(["view", "a=1", "--server=express,node"]).output
                == "Read by express 5 (querystring), node\n  a: \"1\"\n")
        let input = try ToolProcess(
            ["view", "-", "--server=rails", "--format=json"], input: Data("a=1&a[b]=2\r\n".utf8))
        #expect(input.output.contains("makes"))
        #expect(
            try ToolProcess(["view", "-"], input: Data([0x61, 0x3D, 0xFF])).errors.contains("not UTF-8 text at byte 2"))
    }

    @Test func aConfigurationIsMatched() throws {
        let folder = try ScratchFolder()
        let files = try [#"{"a":[2,1]}"#, #"{"b":"x"}"#].enumerated().map {
            try folder.file(Data($1.utf8), named: "\($0).json").path
        }
        let run = try ToolProcess(["match", "--format=json"] + files)
        #expect(run.status == 0)
        #expect(run.output.contains("URLEncodedFormEncoder(alphabetizeKeyValuePairs: false)"))
        #expect(try ToolProcess(["match", "--for", "rails"] + files).output.contains("rails 6.1 reads every value"))
        let chosen = try ToolProcess(
            ["match", "--for", "express", "--only=urlform"] + files, environment: ["COLUMNS": "500"]
        ).output
        #expect(chosen.contains("1.json, posted to express 5 (querystring)\n"))
        #expect(chosen.contains("URLEncodedFormParameterEncoder: ") && !chosen.contains("QueryStyle"))
        let refused = try ToolProcess(["match", "--for=php", "-"], input: Data("[1]".utf8))
        #expect(refused.status == 0)
        #expect(refused.errors.isEmpty)
        #expect(refused.output.contains("URLEncoding: refused for a payload\n  URLEncoding takes a dictionary"))
        let bytes = try ToolProcess(["match", "--typed", "-"], input: Data(#"{"a":{"$data":"AQ=="}}"#.utf8))
        #expect(bytes.status == 2)
        #expect(bytes.errors.contains("--for SERVER searches without it"))
        #expect(bytes.errors.split(separator: "\n").count == 1)
    }

    @Test func serversReadWhatIsSent() throws {
        let run = try ToolProcess(
            ["-", "--server=php,express", "--only=http", "--format=json"], input: Data(#"{"a":[1,2]}"#.utf8))
        let document = try ReportDocument(run.output)
        let counts = ["php", "express"].map { document.rows("server-\($0)").first?.dropFirst().map { $0 as? Int } }
        #expect(counts == [[0, 2, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 2, 0, 0, 0]])
    }

    @Test func styleOptionsAddASender() throws {
        let run = try ToolProcess(
            ["-", "--format=json", "--style-null=literal", "--style-array", "indices", "--style-empty=literal"],
            input: Data(#"{"b":[true,null],"a":[]}"#.utf8))
        let document = try ReportDocument(run.output)
        #expect(document.requests.last?.name == "QueryStyle.afNetworking")
        #expect(document.requests.last?.body == "a=%5B%5D&b%5B0%5D=1&b%5B1%5D=null")
    }

    /// The advice in a refusal can be tried.
    @Test func styleOptionsChangeAPreset() throws {
        let input = Data(#"{"b":[{"x":1,"n":null}],"e":[]}"#.utf8)
        let refused = try ToolProcess(["-", "--only=php"], input: input).output
        #expect(refused.contains("php refuses"))
        let run = try ToolProcess(
            ["-", "--only=php", "--style-null=omitted", "--style-empty=omitted", "--format=json"], input: input)
        let document = try ReportDocument(run.output)
        #expect(document.requests.last?.body == "b%5B0%5D%5Bx%5D=1")
    }

    @Test func helpAndVersionAreOnStandardOutput() throws {
        let help = try ToolProcess(["--help"])
        #expect(help.status == 0)
        let options = [
            "--method", "--url", "--format", "--output", "--color", "--typed", "--only", "--check", "matrix",
            "--array", "--bool", "--data", "--date", "--destination", "--key", "--key-path", "--nil", "--space",
            "--no-alphabetize", "jsonparameters", "urlform",
        ]
        for option in options + TypedJSON.contents.map(\.name) {
            #expect(help.output.contains(option))
        }
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let match = try ToolProcess(["match", "--help"])
        #expect(match.status == 0)
        #expect(match.output.hasPrefix("Usage: compare-serializers match "))
        #expect(!match.output.contains("--check") && match.output.contains("express is Express 5 "))
        let version = try ToolProcess(["--version"])
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("compare-serializers "))
    }

    @Test(arguments: [
        ("empty.json", Data(), "empty.json: empty"),
        ("truncated.json", Data("{\"a\": [1,\n 2".utf8), "truncated.json:2: "),
        ("latin1.json", Data("{\n\"a\": \"".utf8) + [0xE9] + Data("\"}".utf8), "latin1.json:2: not UTF-8 text"),
        ("deep.json", Data(repeating: UInt8(ascii: "["), count: 1_000_000), "deep.json"),
        ("list.plist", Data("bplist00".utf8), "list.plist: The binary property list is cut off in its header"),
        ("large.json", Data(repeating: 0x20, count: 17 * 1024 * 1024), "large.json: larger than 16 MiB"),
        ("new\nline.json", Data(), "new\\nline.json: empty"),
    ])
    func unusableFilesExitWith2AndOneLine(_ name: String, content: Data, message: String) throws {
        let folder = try ScratchFolder()
        let file = try folder.file(content, named: name)
        let run = try ToolProcess([file.path])
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("compare-serializers: "))
        #expect(run.errors.contains(message))
        #expect(run.errors.hasSuffix("\n"))
        #expect(run.errors.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    }

    @Test(
        arguments: [
            (["/nonexistent/order.json"], "/nonexistent/order.json: no such file"),
            (["/"], "/: a directory, not a file"),
            ([example.path, "--output", "/nonexistent/out"], "/nonexistent/out: no such folder"),
            (["--nonsense"], "unknown option '--nonsense'"),
            (["--url", "x", "f"], "'x' is not an http or https URL"),
            ([], "standard input: empty"),
            (["a=1&b=2"], "a=1&b=2: no such file; compare-serializers view shows a query"),
            ([""], "the file name is empty\n"),
            (["match", "-", "-"], "standard input can be read only once"),
            (["--only", "http,curl", "f"], "'curl' is not one of HTTPRequestSerializer (http), "),
        ] as [([String], String)])
    func unusableCommandLinesExitWith2AndOneLine(_ arguments: [String], message: String) throws {
        let run = try ToolProcess(arguments)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("compare-serializers: \(message)"))
        #expect(run.errors.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    }

    @Test func valuesThatAreNoNumberAreCompared() throws {
        let input = Data(#"{"d":{"$decimal":"NaN"},"u":{"$url":""}}"#.utf8)
        let run = try ToolProcess(["-", "--typed", "--raw"], input: input)
        #expect(run.status == 0)
        #expect(run.output.contains("d=NaN&"))
    }

    @Test func endlessInputIsRefusedWithoutReadingItAll() throws {
        let run = try ToolProcess(["/dev/zero"])
        #expect(run.status == 2)
        #expect(run.errors == "compare-serializers: /dev/zero: larger than 16 MiB, the most that is read\n")
    }
}

import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession

@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ReceivedLinesTests {
    private let session = Session(configuration: .patient)

    private func lines(of segments: [String], limit: Int = 100) throws -> [String] {
        var splitter = LineSplitter(limit: limit)
        var lines: [String] = []
        for segment in segments {
            splitter.append(Data(segment.utf8))
            while let line = try splitter.next() { lines.append(line) }
        }
        return lines + (splitter.finish().map { [$0] } ?? [])
    }

    @Test(
        arguments: [
            ([], []), (["a"], ["a"]), (["a\n"], ["a"]), (["a\nb\r\nc\rd"], ["a", "b", "c", "d"]),
            (["a\r", "\nb"], ["a", "b"]), (["a\r", "b"], ["a", "b"]), (["a\r", "\r", "\n\n"], ["a", "", ""]),
            (["a\n\nb\n"], ["a", "", "b"]), (["\r\n\r\n"], ["", ""]), (["ab", "cd", "\n", "ef"], ["abcd", "ef"]),
        ] as [([String], [String])])
    func linesEndInCarriageReturnsLineFeedsOrBoth(segments: [String], expected: [String]) throws {
        #expect(try lines(of: segments) == expected)
    }

    @Test func charactersAreWholeWhereverTheBodyIsCut() throws {
        let body = Data("Zoë\r\nnaïve 👩‍🚀\n\nß".utf8)
        for cut in body.indices {
            var splitter = LineSplitter(limit: 100)
            var lines: [String] = []
            for segment in [body[..<cut], body[cut...]] where !segment.isEmpty {
                splitter.append(segment)
                while let line = try splitter.next() { lines.append(line) }
            }
            #expect(lines + [splitter.finish()] == ["Zoë", "naïve 👩‍🚀", "", "ß"], "\(cut)")
        }
    }

    @Test func bytesThatAreNotUTF8AreReplaced() throws {
        var splitter = LineSplitter(limit: 9)
        splitter.append(Data([0x61, 0xFF, 0x0A]))
        #expect(try splitter.next() == "a\u{FFFD}")
    }

    @Test func aLineOfTheLimitIsWholeAndALongerOneAnError() throws {
        #expect(try lines(of: ["ab", "c\nabc"], limit: 3) == ["abc", "abc"])
        for segments in [["abcd\n"], ["abc", "d"], ["ab", "cd", "e"]] {
            let error = #expect(throws: RequestError.self) { try lines(of: segments, limit: 3) }
            #expect(error?.kind == .tooLarge)
        }
    }

    @Test func linesOfABodyAreRead() async throws {
        let text = (0..<20_000).map { "line \($0)" }.joined(separator: "\r\n")
        let server = try LoopbackServer { try $0.respond(body: text) }
        var count = 0
        for try await line in session.request(server.url("/")).validate().lines {
            #expect(line == "line \(count)")
            count += 1
        }
        #expect(count == 20_000)
    }

    @Test func aRefusedResponseHasNoLines() async throws {
        let server = try LoopbackServer { try $0.respond(status: 404, body: "a\nb") }
        let thrown = await #expect(throws: RequestError.self) {
            for try await line in session.request(server.url("/")).validate().lines { Issue.record("\(line)") }
        }
        #expect(thrown?.kind == .status)
    }

    @Test func aLineThatIsTooLongCancelsTheRequest() async throws {
        // The response has no end, so that the request is not over before it is cancelled.
        let server = try LoopbackServer { exchange in
            try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\nshort\n")
            try exchange.write(String(repeating: "x", count: 5_000_000))
            try exchange.hold()
        }
        let request = session.request(server.url("/"))
        var lines: [String] = []
        let thrown = await #expect(throws: RequestError.self) {
            for try await line in request.lines(maximumBytes: 1000) { lines.append(line) }
        }
        #expect(thrown?.kind == .tooLarge)
        #expect(lines == ["short"])
        #expect(await request.response().error != nil)
    }
}

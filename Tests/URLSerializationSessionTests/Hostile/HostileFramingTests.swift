#if os(Linux)
    import LoopbackServer
    import TestSupport
    import Testing

    @testable import URLSerializationSession
    @testable import URLSerializationTransport

    /// Responses that end the process with URLSession on Linux, or that libcurl by itself takes for success: with the
    /// session's engine each ends in an answer or an error, in this process.
    @Suite(.tags(.network, .slow), .stoppingServers, .timeLimit(.minutes(60))) struct HostileFramingTests {
        private static let ok = "HTTP/1.1 200 OK\r\n"
        private static let chunked = "Transfer-Encoding: chunked"
        /// "hello hello hello hello" in gzip.
        private static let gzip = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA==") ?? Data()

        private let session = Session(configuration: .patient, engine: .libcurl)

        /// Returns the answer to a request whose server sends bytes and closes the connection.
        private func answer(
            to bytes: Data, accepting codings: String? = nil
        ) async throws -> (data: Data?, response: HTTPURLResponse?, error: RequestError?) {
            let server = try LoopbackServer.forConnections { connection in
                _ = try connection.readHead()
                try connection.write(bytes)
            }
            // A test has many answers.
            defer { server.stop() }
            let headers: HTTPHeaders = codings.map { ["Accept-Encoding": $0] } ?? [:]
            let answer = await session.request(server.url(), headers: headers).response()
            return (answer.data, answer.response, answer.error)
        }

        /// Returns the answers to all beginnings of a response, on one server.
        private func answers(toBeginningsOf bytes: Data) async throws -> [(count: Int, error: RequestError?)] {
            let length = Locked(0)
            let server = try LoopbackServer.forConnections { connection in
                _ = try connection.readHead()
                try connection.write(bytes.prefix(length.value))
            }
            var errors: [(Int, RequestError?)] = []
            for count in Effort.sample((0..<bytes.count).reversed(), every: 3) {
                length.withLock { $0 = count }
                errors.append((count, await session.request(server.url()).response().error))
            }
            return errors
        }

        static let whole: [(String, Data)] = [
            ("a length", Data("\(ok)ETag: \"x\"\r\nContent-Length: 12\r\n\r\nhello, world".utf8)),
            (
                "chunks",
                Data("\(ok)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n7\r\n, world\r\n0\r\nX: y\r\n\r\n".utf8)
            ),
            (
                "gzip",
                Data("\(ok)Content-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n".utf8) + gzip
            ),
            ("interim heads", Data("HTTP/1.1 103 Early\r\nA: b\r\n\r\n\(ok)Content-Length: 2\r\n\r\nok".utf8)),
            ("no body", Data("HTTP/1.1 204 No Content\r\nA: b\r\n\r\n".utf8)),
            (
                "gzip in chunks",
                Data("\(ok)Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                    + gzip.map { Data("1;\($0)\r\n".utf8) + [$0] + Data("\r\n".utf8) }.joined() + Data("0\r\n\r\n".utf8)
            ),
            ("many chunks", Data("\(ok)Transfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n".utf8)),
            (
                "a challenge",
                Data(
                    """
                    HTTP/1.1 401 Unauthorized\r
                    WWW-Authenticate: Digest realm="a, b", nonce="dcd98b7102dd2f0e8b11", qop="auth,auth-int",\r
                    \topaque="5ccc069c403ebaf9f0171e9517f40e41", algorithm=SHA-256, stale=true, Basic realm="c"\r
                    Content-Length: 7\r
                    \r
                    refused
                    """.utf8)
            ),
            (
                "a page",
                Data(
                    """
                    \(ok)Server: Apache/2.4.57 (Debian)\r
                    Date: Fri, 27 Nov 2026 06:00:00 GMT\r
                    Set-Cookie: session=0123456789abcdef; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600\r
                    Set-Cookie: name="caf\u{E9}"; Expires=Fri, 27-Nov-2026 07:00:00 GMT; Domain=127.0.0.1; Secure\r
                    Cache-Control: no-store, no-cache, must-revalidate\r
                    Content-Disposition: attachment; filename="page.html"; filename*=UTF-8''p%C3%A4ge.html\r
                    Vary: Accept-Encoding,\r
                     User-Agent\r
                    X-Long: \(String(repeating: "0123456789", count: 40))\r
                    Content-Type: text/html; charset=UTF-8\r
                    Content-Length: 408\r
                    \r
                    \(String(repeating: "<p>hello</p>", count: 34))
                    """.utf8)
            ),
        ]
        private static let chunks = (1...30).map {
            "\(String($0, radix: 16))\r\n\(String(repeating: "x", count: $0))\r\n"
        }
        .joined()

        @Test(.tags(.connections), arguments: whole.map(\.0)) func everyCutIsAnError(name: String) async throws {
            let bytes = try #require(Self.whole.first { $0.0 == name }?.1)
            #expect(try await answer(to: bytes).error == nil)
            let errors = try await answers(toBeginningsOf: bytes)
            for (count, error) in errors where error == nil {
                // The last line ends the trailers, which are dropped.
                let isInTrailers = name.hasSuffix("chunks") && count >= bytes.count - 2
                if !isInTrailers { Issue.record("\(name): \(count) of \(bytes.count) bytes were a success") }
            }
        }

        static let refused: [(String, String, String)] = [
            ("two lengths", "Content-Length: 5\r\nContent-Length: 3", "hello"),
            ("a hexadecimal length", "Content-Length: 0xb", "hello world"),
            ("a length beside chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked", "2\r\nok\r\n0\r\n\r\n"),
            ("the largest length", "Content-Length: 9223372036854775807", "hello"),
            ("a length near it", "Content-Length: 9223372036854775297", "hello"),
            ("a space behind a length's name", "Content-Length : 20", "hello world"),
            ("a short length with such a space", "Content-Length : 5", "hello world"),
            ("chunks with such a space", "Transfer-Encoding\t: chunked", "2\r\nok\r\n0\r\n\r\n"),
            ("compressed chunks", "Transfer-Encoding: gzip, chunked", "2\r\nok\r\n0\r\n\r\n"),
            ("a long head", "X: \(String(repeating: "x", count: 90_000))\r\n".replicated(3) + "Y: z", ""),
            (
                "a long trailer", chunked,
                "2\r\nok\r\n0\r\n\("X: \(String(repeating: "y", count: 1000))\r\n".replicated(270))\r\n"
            ),
            ("many trailers", chunked, "2\r\nok\r\n0\r\n\("X: y\r\n".replicated(10_001))\r\n"),
            (
                "long extensions", chunked,
                "1;\(String(repeating: "x", count: 15_000))\r\nx\r\n".replicated(20) + "0\r\n\r\n"
            ),
            ("many lines", (0..<10_001).map { "X-\($0): y" }.joined(separator: "\r\n"), ""),
        ]

        @Test(arguments: refused.map(\.0)) func whatContradictsItselfIsRefused(name: String) async throws {
            let (_, fields, body) = try #require(Self.refused.first { $0.0 == name })
            let (data, _, error) = try await answer(to: Data("\(Self.ok)\(fields)\r\n\r\n\(body)".utf8))
            // Too little arrives for the lengths beyond all memory.
            let isShort = ["the largest length", "a length near it"].contains(name)
            #expect(
                Self.code(error) == (isShort ? .networkConnectionLost : .badServerResponse),
                "\(String(describing: error)), \(data?.count ?? -1) bytes")
        }

        /// The code of an error, or of the cause of the session's own.
        private static func code(_ error: RequestError?) -> URLError.Code? {
            (error?.underlyingError as? URLError)?.code
        }

        @Test(arguments: [
            "garbage\r\n\r\n", "HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 099 OK\r\n\r\n",
            "<html>hello</html>", "HTTP/1.1 999999 OK\r\n\r\nx", "HTTP/1.1 xyz OK\r\n\r\n",
            "HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\nok",
        ]) func whatIsNotHTTPIsABadResponse(bytes: String) async throws {
            let (_, _, error) = try await answer(to: Data(bytes.utf8))
            #expect(Self.code(error) == .badServerResponse)
            #expect(error?.localizedDescription.contains("scheme") == false)
        }

        @Test func fieldsAreReadSinglyAndShownTogether() async throws {
            let bytes =
                Data("\(Self.ok)x-a: 1\r\nX-A: 2\r\nX-Fold: a\r\n\tb\r\nX-Latin: ".utf8) + Data([0xE9])
                + Data("\r\nBad Name: x\r\nSet-Cookie: a=1; Max-Age=60\r\nSet-Cookie: b=2\r\n".utf8)
                + Data("Content-Length: 2\r\n\r\nok".utf8)
            let (data, response, error) = try await answer(to: bytes)
            #expect(error == nil)
            #expect(data == Data("ok".utf8))
            #expect(response?.value(forHTTPHeaderField: "X-A") == "1, 2")
            #expect(response?.value(forHTTPHeaderField: "X-Fold") == "a b")
            #expect(response?.value(forHTTPHeaderField: "X-Latin") == "é")
            #expect(response?.value(forHTTPHeaderField: "Set-Cookie") == "a=1; Max-Age=60, b=2")
        }

        @Test func trailersAreDropped() async throws {
            let bytes =
                "\(Self.ok)Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\nContent-Length: 9\r\n\r\n"
            let (data, response, error) = try await answer(to: Data(bytes.utf8))
            #expect(error == nil && data == Data("ok".utf8))
            #expect(response?.value(forHTTPHeaderField: "X-T") == nil)
        }

        @Test func aTrailerIsNoHead() async throws {
            let bytes = "\(Self.ok)\(Self.chunked)\r\n\r\n2\r\nok\r\n0\r\nHTTP/1.1: 500 No\r\nX-T: 1\r\n\r\n"
            let (data, response, error) = try await answer(to: Data(bytes.utf8))
            #expect(error == nil && data == Data("ok".utf8) && response?.statusCode == 200)
        }

        /// A segment that follows a head without end, at full speed.
        static let endless: [(String, String, String)] = [
            ("trailers", "2\r\nok\r\n0\r\n", "X: \(String(repeating: "y", count: 100))\r\n"),
            ("extensions", "", "1;\(String(repeating: "x", count: 60_000))\r\nx\r\n"),
            ("an extension", "2;", String(repeating: "x", count: 60_000)),
        ]

        @Test(arguments: endless.map(\.0)) func whatSurroundsABodyHasAnEnd(name: String) async throws {
            let (_, start, segment) = try #require(Self.endless.first { $0.0 == name })
            let (data, counts) = (Data(segment.utf8), Locked<[Int: Int]>([:]))
            let server = try LoopbackServer.forConnections { connection in
                _ = try connection.readHead()
                try connection.write("\(Self.ok)\(Self.chunked)\r\n\r\n\(start)")
                while true {
                    try connection.write(data)
                    counts.withLock { $0[connection.number, default: 0] += data.count }
                }
            }
            // At once, from eight of the server's threads.
            let requests = (0..<8).map { _ in session.request(server.url()).resume() }
            for request in requests { #expect(Self.code(await request.response().error) == .badServerResponse) }
            // The system takes some mebibytes.
            #expect(counts.value.values.allSatisfy { $0 < 32 << 20 })
        }

        /// Framing that is larger than its body, but in proportion to it: a byte in each chunk, with a short extension.
        @Test func smallChunksAreABody() async throws {
            let chunk = "1;a=b\r\nx\r\n"
            let bytes = "\(Self.ok)\(Self.chunked)\r\n\r\n\(chunk.replicated(100_000))0\r\n\r\n"
            let (data, _, error) = try await answer(to: Data(bytes.utf8))
            #expect(error == nil && data?.count == 100_000)
        }

        // MARK: - Content codings

        /// "hello hello hello hello" in the form of zlib and bare.
        static let codings: [(String, String)] = [
            ("gzip", "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="),
            ("x-gzip", "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="),
            ("deflate", "eJzLSM3JyVfIQCcBaAMIsQ=="), ("deflate", "y0jNyclXyEAnAQ=="),
        ]

        /// Its gzip in gzip and in the form of zlib, and its gzip without its last byte in gzip.
        private static let twice = [
            "H4sIAAAAAAACA5Pv5mAAASbm0x5nT54MP+Ggzvg40LZXHCgGAERjZgwcAAAA",
            "eJyT7+ZgAAEm5tMeZ0+eDD/hoM74ONC2VxwoBgBp8QfG",
            "H4sIAAAAAAACA5Pv5mAAASbm0x5nT54MP+Ggzvg40LZXnIEBAO0MEt8bAAAA",
        ]

        private func response(_ coding: String, _ body: Data) -> Data {
            Data("\(Self.ok)Content-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
        }

        @Test(arguments: codings) func aCompressedBodyIsDecoded(coding: String, text: String) async throws {
            let body = try #require(Data(base64Encoded: text))
            let (data, _, error) = try await answer(to: response(coding, body))
            #expect(error == nil)
            #expect(data == Data("hello hello hello hello".utf8))
            for count in 1..<body.count {
                let (_, _, error) = try await answer(to: response(coding, body.prefix(count)))
                #expect(error?.urlErrorCode == .cannotDecodeContentData, "\(count) of \(body.count)")
            }
            #expect(try await answer(to: response(coding, Data())).error == nil)
        }

        @Test func aCompressedBodyIsChecked() async throws {
            var wrong = Self.gzip
            wrong[wrong.count - 6] ^= 1
            let bodies = [
                wrong, Self.gzip + Data("more".utf8), Data("no gzip".utf8), Self.gzip + wrong,
                Self.gzip + Data([0, 0x1F]), Self.gzip + Data([0x1F, 0x8B, 9]), Data([0]) + Self.gzip,
            ]
            for body in bodies {
                let (_, _, error) = try await answer(to: response("gzip", body))
                #expect(error?.urlErrorCode == .cannotDecodeContentData)
            }
            // A coding that was not asked for arrives as it is.
            for accepted in ["identity", "br", "gzip;q=0, *", "*;q=0.0", "deflate ; Q=1", ""] {
                #expect(try await answer(to: response("gzip", Self.gzip), accepting: accepted).data == Self.gzip)
            }
            for accepted in ["gzip", "identity;q=0, *", "br, GZIP;q=0.5", "*", "identity;q=0, gzip"] {
                let data = try await answer(to: response("x-gzip", Self.gzip), accepting: accepted).data
                #expect(data?.count == 23)
            }
            #expect(try await answer(to: response("br", Self.gzip)).data == Self.gzip)
        }

        /// As Python reads them.
        @Test func membersFollowEachOtherWithZerosBetween() async throws {
            let text = Data("hello hello hello hello".utf8)
            let empty = try #require(Data(base64Encoded: "H4sIAAAAAAACAwMAAAAAAAAAAAA="))
            let bodies: [(Data, Int)] = [
                (Self.gzip + Self.gzip, 2), (Self.gzip + Data(count: 100_000), 1),
                (Self.gzip + Data(count: 7) + Self.gzip + empty + Self.gzip + Data([0]), 3), (empty + empty, 0),
            ]
            for (body, count) in bodies {
                let (data, _, error) = try await answer(to: response("gzip", body))
                #expect(error == nil && data == Data(repeatElement(text, count: count).joined()))
                let chunks = body.prefix(200).map { Data("1\r\n".utf8) + [$0] + Data("\r\n".utf8) }.joined()
                let head = "\(Self.ok)Content-Encoding: gzip\r\n\(Self.chunked)\r\n\r\n"
                #expect(try await answer(to: Data(head.utf8) + chunks + Data("0\r\n\r\n".utf8)).data == data)
            }
            for count in Self.gzip.count + 1..<2 * Self.gzip.count {
                let (_, _, error) = try await answer(to: response("gzip", (Self.gzip + Self.gzip).prefix(count)))
                #expect(error?.urlErrorCode == .cannotDecodeContentData, "\(count)")
            }
            // `deflate` has one member.
            let zlib = try #require(Data(base64Encoded: Self.codings[2].1))
            for body in [zlib + zlib, zlib + Data([0])] {
                #expect(try await answer(to: response("deflate", body)).error?.cause is URLError)
            }
        }

        @Test func whatFollowsTheMembersIsBounded() async throws {
            let most = ContentDecoder.mostPadding
            #expect(try await answer(to: response("gzip", Self.gzip + Data(count: most / 2))).error == nil)
            let padded = (Self.gzip + Data(count: most / 2))
            #expect(try await answer(to: response("gzip", padded + padded + padded + Self.gzip)).data?.count == 4 * 23)
            let (_, _, error) = try await answer(to: response("gzip", Self.gzip + Data(count: most + 1)))
            #expect(error?.urlErrorCode == .cannotDecodeContentData)
            let empty = try #require(Data(base64Encoded: "H4sIAAAAAAACAwMAAAAAAAAAAAA="))
            let empties = Data(repeatElement(empty, count: most / 18 + 2).joined())
            #expect(try await answer(to: response("gzip", empties)).error?.cause is URLError)
        }

        @Test func aBodyMayBeCompressedTwice() async throws {
            // `gzip -n` of the text's gzip, and `zlib.compress` of it.
            let twice = try #require(Data(base64Encoded: Self.twice[0]))
            let text = Data("hello hello hello hello".utf8)
            for coding in ["gzip, gzip", "x-gzip,GZIP", " , gzip,,gzip"] {
                #expect(try await answer(to: response(coding, twice)).data == text, "\(coding)")
            }
            let deflated = try #require(Data(base64Encoded: Self.twice[1]))
            #expect(try await answer(to: response("gzip, deflate", deflated)).data == text)
            #expect(try await answer(to: response("deflate, gzip", deflated)).error?.cause is URLError)
            for count in 1..<twice.count {
                #expect(try await answer(to: response("gzip, gzip", twice.prefix(count))).error?.cause is URLError)
            }
            // Any other list arrives as it is.
            for coding in ["br, gzip", "gzip, br", "gzip, gzip, gzip", ","] {
                #expect(try await answer(to: response(coding, twice)).data == twice, "\(coding)")
            }
            #expect(try await answer(to: response("gzip, deflate", deflated), accepting: "deflate").data == deflated)
            let cut = try #require(Data(base64Encoded: Self.twice[2]))
            let (_, _, error) = try await answer(to: response("gzip, gzip", cut))
            #expect(error?.urlErrorCode == .cannotDecodeContentData)
        }

        @Test func equalTypesCountAsOne() async throws {
            let type = "Content-Type: text/plain; charset=iso-8859-15\r\n"
            let other = "content-type: text/html\r\n"
            for (fields, expected) in [(type, "€"), (type + type, "€"), (type + type + type, "€")] {
                let bytes = Data("\(Self.ok)\(fields)Content-Length: 1\r\n\r\n".utf8) + [0xA4]
                let (data, response, _) = try await answer(to: bytes)
                #expect(response?.mediaType == "text/plain" && response?.mimeType == "text/plain")
                #expect(try StringResponseSerializer().decode(data, from: response) == expected)
            }
            let (_, response, _) = try await answer(
                to: Data("\(Self.ok)\(type)\(other)Content-Length: 1\r\n\r\nx".utf8))
            #expect(
                response?.value(forHTTPHeaderField: "Content-Type")
                    == "text/plain; charset=iso-8859-15, text/html")
        }

        @Test func codingsInTwoLinesAreOneList() async throws {
            let fields = "Content-Encoding: gzip\r\nContent-Encoding: br\r\nContent-Length: \(Self.gzip.count)\r\n\r\n"
            #expect(try await answer(to: Data((Self.ok + fields).utf8) + Self.gzip).data == Self.gzip)
            let twice = try await answer(
                to: Data((Self.ok + fields.replacing("br", with: "identity")).utf8) + Self.gzip)
            #expect(twice.data == Self.gzip)
        }

        // MARK: - Lengths

        /// The bounds of a head's lines and bytes, one less and one more, in several responses at once.
        @Test(.tags(.connections), arguments: [(-1, true), (0, true), (1, false)])
        func theBoundsOfAHeadAreExact(more: Int, isAccepted: Bool) async throws {
            let start = "\(Self.ok)Content-Length: 0\r\n"
            let many = start + "X: y\r\n".replicated(9_997 + more)
            let lines = ["A", "B", "C"].map { "\($0): \(String(repeating: "x", count: 80_000))\r\n" }.joined()
            let rest = (1 << 18) - start.utf8.count - lines.utf8.count - "D: \r\n\r\n".utf8.count + more
            let long = start + lines + "D: \(String(repeating: "x", count: rest))\r\n"
            for head in [many, long] {
                let server = try LoopbackServer.forConnections { connection in
                    _ = try connection.readHead()
                    try connection.write("\(head)\r\n")
                }
                defer { server.stop() }
                let (session, url, count) = (session, server.url(), Effort.size(8, quick: 2))
                let isEach = await withTaskGroup(of: Bool.self) { group in
                    for _ in 0..<count { group.addTask { await session.request(url).response().error == nil } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(isEach.count == count && isEach.allSatisfy { $0 == isAccepted })
            }
        }

        @Test func aHeadThatIsTooLongIsNamed() async throws {
            for line in [
                "X: \(String(repeating: "x", count: 200_000))", "X: \(String(repeating: "x", count: 1 << 21))",
            ] {
                let (_, _, error) = try await answer(to: Data("\(Self.ok)\(line)\r\n\r\n".utf8))
                #expect(Self.code(error) == .badServerResponse)
                #expect(error?.localizedDescription.contains("too long") == true)
            }
        }

        @Test func aRequestThatIsTooLongIsNamed() async throws {
            let server = try LoopbackServer { try $0.respond() }
            let headers: HTTPHeaders = ["X": String(repeating: "x", count: 2 << 20)]
            let error = await session.request(server.url(), headers: headers).response().error
            #expect(Self.code(error) == .dataLengthExceedsMaximum)
            #expect(error?.localizedDescription.contains("too long") == true)
        }

        // MARK: - Random bytes

        @Test(.tags(.connections)) func serversOfRandomBytesEndEachRequest() async throws {
            let count = Effort.times(500, quick: 125)
            let server = try LoopbackServer.forConnections { connection in
                _ = try connection.readHead()
                var random = SeededGenerator(seed: UInt64(connection.number + 1))
                var bytes = Self.whole.randomElement(using: &random)?.1 ?? Data()
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) }
                if Int.random(in: 0..<10, using: &random) == 0 {
                    bytes = Data((0..<200).map { _ in UInt8.random(in: 0...255, using: &random) })
                }
                try connection.write(bytes)
            }
            let url = server.url()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { for _ in 0..<(count / 8) { Self.check(await session.request(url).response()) } }
                }
                try await group.waitForAll()
            }
            try await eventually("No transfer is left.") { session.taskCount == 0 }
        }

        /// Expects an error by its code, or a response with the body that it states.
        private static func check(_ answer: Answer<Data>) {
            switch answer.error {
            case let error?:
                let codes: [URLError.Code] = [.badServerResponse, .networkConnectionLost, .cannotDecodeContentData]
                let isExpected = error.urlErrorCode.map(codes.contains)
                #expect(
                    isExpected ?? [.invalidResponse, .partialContent, .redirection].contains(error.kind), "\(error)")
            case nil:
                guard let head = answer.response else { return _ = Issue.record("There is neither answer nor error.") }
                let length = head.value(forHTTPHeaderField: "Content-Length").map { Int($0) }
                guard let length, head.value(forHTTPHeaderField: "Content-Encoding") == nil,
                    ![204, 304].contains(head.statusCode)
                else { return }
                #expect(answer.data?.count ?? 0 == length, "\(head)")
            }
        }
    }

    extension String {
        fileprivate func replicated(_ count: Int) -> String { String(repeating: self, count: count) }
    }
#endif

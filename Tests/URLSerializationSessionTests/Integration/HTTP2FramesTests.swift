#if os(Linux)
    import TestSupport
    import Testing
    import URLSerializationSession

    /// Responses whose HTTP/2 frames are written one by one, because no server would send them.
    @Suite(
        .tags(.real), .timeLimit(.minutes(60)),
        .enabled(
            if: NodeServer.command != nil && CertificateAuthority.command != nil,
            "Node's or OpenSSL's command is not installed"))
    struct HTTP2FramesTests {
        /// The answer of the server, which is the name of a function in its program.
        enum Answer: String, CaseIterable, Codable {
            case whole, statusOfZeros, statusOfLetters, noStatus, endWithoutAnEnd, resetWithoutAnError
        }

        private static let program = #"""
            const [fs, tls] = [require("fs"), require("tls")]
            const [chain, key, answer, port] = process.argv.slice(2)
            const frame = (type, flags, stream, payload) => {
                const head = Buffer.alloc(9)
                head.writeUIntBE(payload.length, 0, 3)
                head.writeUInt8(type, 3)
                head.writeUInt8(flags, 4)
                head.writeUInt32BE(stream, 5)
                return Buffer.concat([head, payload])
            }
            // RFC 7541, section 6.2.1: the name is number 8 of the static table, `:status`.
            const status = text => Buffer.concat([Buffer.from([0x48, text.length]), Buffer.from(text)])
            const [data, headers, reset, settings, goAway] = [0, 1, 3, 4, 7]
            const text = Buffer.from("the beginning")
            const answers = {
                whole: id => [frame(headers, 4, id, status("200")), frame(data, 1, id, text)],
                statusOfZeros: id => [frame(headers, 4, id, status("000")), frame(data, 1, id, text)],
                statusOfLetters: id => [frame(headers, 4, id, status("abc")), frame(data, 1, id, text)],
                noStatus: id => [frame(headers, 4, id, Buffer.alloc(0)), frame(data, 1, id, text)],
                endWithoutAnEnd: id => [
                    frame(headers, 4, id, status("200")), frame(data, 0, id, text), frame(goAway, 0, 0, Buffer.alloc(8))
                ],
                resetWithoutAnError: id => [
                    frame(headers, 4, id, status("200")), frame(data, 0, id, text), frame(reset, 0, id, Buffer.alloc(4))
                ]
            }
            const options = { cert: fs.readFileSync(chain), key: fs.readFileSync(key), ALPNProtocols: ["h2"] }
            const server = tls.createServer(options, socket => {
                let [received, hasPreface] = [Buffer.alloc(0), false]
                socket.write(frame(settings, 0, 0, Buffer.alloc(0)))
                socket.on("error", () => {})
                socket.on("data", bytes => {
                    received = Buffer.concat([received, bytes])
                    if (!hasPreface && received.length >= 24) {
                        hasPreface = true
                        received = received.subarray(24)
                    }
                    while (hasPreface && received.length >= 9 && received.length >= 9 + received.readUIntBE(0, 3)) {
                        const [type, flags, id] = [received[3], received[4], received.readUInt32BE(5)]
                        received = received.subarray(9 + received.readUIntBE(0, 3))
                        if (type === settings && !(flags & 1)) socket.write(frame(settings, 1, 0, Buffer.alloc(0)))
                        if (type !== headers) continue
                        socket.write(Buffer.concat(answers[answer](id)))
                        if (answer === "endWithoutAnEnd") socket.end()
                    }
                })
            })
            server.listen(0, "127.0.0.1", () => fs.writeFileSync(port, String(server.address().port)))
            setInterval(() => fs.existsSync(port) || process.exit(), 1000)
            """#

        @Test(arguments: Answer.allCases) func onlyAWholeResponseSucceeds(answer: Answer) async throws {
            let node = try await NodeServer(Self.program, CertificateAuthority().selfSigned(), answer.rawValue)
            let session = Session(
                configuration: .patient, serverTrust: .certificates([node.identity.certificate]), engine: .libcurl)
            let received = await session.request(node.url("/")).response()
            if answer == .whole {
                #expect(received.statusCode == 200 && received.value == Data("the beginning".utf8))
            } else {
                #expect(received.error != nil, "\(received)")
            }
        }
    }
#endif

import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

#if os(Linux)
    @Suite(.tags(.network), .timeLimit(.minutes(60))) struct HeaderNamesTests {
        @Test(arguments: [SessionEngine.libcurl, .urlSession])
        func namesAreSentAsTheyAreSpelled(engine: SessionEngine) async throws {
            let server = try LoopbackServer { try $0.respond() }
            let configuration = URLSessionConfiguration.patient
            configuration.httpAdditionalHeaders = ["x-OF-session": "a"]
            let session = Session(configuration: configuration, engine: engine)
            var serializer = JSONRequestSerializer()
            serializer.configuration.headers["x-OF-serializer"] = "b"
            serializer.configuration.headers["X-KEY"] = "b"
            _ = await session.request(
                server.url("/"), method: .post, parameters: ["a": 1], serializer: serializer,
                headers: ["x-OF-call": "c", "x-kEY": "c"]
            ).response()
            _ = await session.upload(.data(Data("x".utf8)), to: server.url("/"), headers: ["x-OF-upload": "d"])
                .response()
            _ = await session.upload(to: server.url("/"), headers: ["x-OF-form": "e"]) { try $0.append("1", name: "a") }
                .response()
            let names = server.requests.map { request in
                Set(request.headerFields.map(\.name).filter { $0.lowercased().hasPrefix("x-") })
            }
            #expect(
                names == [
                    ["x-OF-session", "x-OF-serializer", "x-OF-call", "x-kEY"], ["x-OF-session", "x-OF-upload"],
                    ["x-OF-session", "x-OF-form"],
                ])
            #expect(server.requests.first?.value(named: "x-key") == "c")
        }
    }
#endif

import LoopbackServer
import TestSupport
import Testing

@testable import URLSerializationSession

/// Lines that a new user of sessions types before reading the documentation. Each compiles, and does what it says.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct SessionGuessTests {
    struct Order: Codable, Equatable, Sendable { var id: Int }

    private let session = Session(configuration: .patient, start: .manually)

    private func server(_ body: String, status: Int = 200, type: String = "application/json") throws -> LoopbackServer {
        try LoopbackServer { try $0.respond(status: status, headers: ["Content-Type": type], body: body) }
    }

    @Test func aModelIsDecoded() async throws {
        let server = try server(#"{"id":7}"#)
        #expect(try await session.request(server.url("/")).decode(Order.self) == Order(id: 7))
        let order: Order = try await session.request(server.url("/")).decode()
        #expect(order.id == 7)
        #expect(try await session.download(server.url("/")).decode(Order.self) == order)
        let object = try await session.request(server.url("/")).decode(with: .json)
        #expect((object as? [String: Int]) == ["id": 7])
    }

    @Test func anEmptyAnswerCanBeAnOptional() async throws {
        let server = try server("", status: 204)
        #expect(try await session.request(server.url("/")).decode(Order?.self) == nil)
        await #expect(throws: RequestError.self) {
            try await session.request(server.url("/")).decode(Order.self)
        }
    }

    @Test func textIsDecoded() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(headers: ["Content-Type": "text/plain; charset=iso-8859-1"], body: Data([0xE9]))
        }
        #expect(try await session.request(server.url("/")).string() == "é")
        #expect(try await session.request(server.url("/")).string(encoding: .windowsCP1251) == "й")
    }

    @Test func aModelIsSent() async throws {
        let server = try LoopbackServer { try $0.respond(body: $0.request.text) }
        let request = session.request(server.url("/"), method: .post, parameters: Order(id: 7), serializer: .json)
        #expect(try await request.string() == #"{"id":7}"#)
    }

    @Test func valuesAreSentAsWhatTheyAreCalled() async throws {
        let server = try LoopbackServer { exchange in
            let type = exchange.request.value(named: "Content-Type") ?? ""
            try exchange.respond(
                body: "\(exchange.request.method) \(exchange.request.target) \(type) \(exchange.request.text)")
        }
        let (url, native) = (server.url("/a"), ["id": 7, "tags": ["x y"]] as [String: Any])
        let json = "application/json", form = "application/x-www-form-urlencoded"
        let requests: [(DataRequest, sent: String)] = [
            (session.request(url, json: Order(id: 7)), #"POST /a \#(json) {"id":7}"#),
            (session.request(url, json: ["b": 1, "a": 2]), #"POST /a \#(json) {"b":1,"a":2}"#),
            (session.request(url, json: native), #"POST /a \#(json) {"id":7,"tags":["x y"]}"#),
            (
                session.request(url, method: .patch, json: ["note": nil, "b": true]),
                #"PATCH /a \#(json) {"note":null,"b":true}"#
            ),
            (session.request(url, method: .delete, json: [1, 2]), "DELETE /a \(json) [1,2]"),
            (session.request(url, form: Order(id: 7)), "POST /a \(form) id=7"),
            (session.request(url, method: .put, form: native), "PUT /a \(form) id=7&tags%5B%5D=x%20y"),
            (session.request(url, form: ["b": true, "s": "x"], style: .rails), "POST /a \(form) b=true&s=x"),
            (session.request(url, query: Order(id: 7)), "GET /a?id=7  "),
            (session.request(url, method: .post, query: ["b": true, "s": "x"], style: .rails), "POST /a?b=true&s=x  "),
            (session.request(url, body: Data("x".utf8), headers: ["Content-Type": "text/csv"]), "POST /a text/csv x"),
        ]
        for (request, sent) in requests {
            let received = try await request.string()
            #expect(received == sent)
        }
    }

    @Test func anAnswerHasTheModelBesideItsHead() async throws {
        let server = try server(#"{"id":7}"#, status: 201)
        let answer = await session.request(server.url("/")).response(of: Order.self)
        #expect(answer.statusCode == 201 && answer.value == Order(id: 7))
        #expect(answer.headers["Content-Type"] == "application/json")
        #expect(await session.request(server.url("/")).response(of: [Int].self).error?.kind == .decoding)
        #expect(try await session.request(server.url("/")).response().decode(Order.self) == Order(id: 7))
        #expect(try await session.request(server.url("/")).result(of: Order.self).get() == Order(id: 7))
        let failure = await #expect(throws: RequestError.self) {
            try await session.request(server.url("/")).result(of: [Int].self).get()
        }
        #expect(failure?.kind == .decoding)
    }

    @Test func aNumberOfRetriesIsEnough() async throws {
        let server = try LoopbackServer { try $0.respond(status: 503) }
        let request = session.request(server.url("/")).retry(1)
        await #expect(throws: RequestError.self) { try await request.data() }
        #expect(request.retryCount == 1 && server.requestCount == 2)
    }

    @Test func aDownloadReplacesAFileIfAsked() async throws {
        let server = try server("new")
        let folder = try ScratchFolder()
        let file = try folder.file(Data("old".utf8))
        _ = try await session.download(server.url("/"), to: file, options: .removePreviousFile).file()
        #expect(try Data(contentsOf: file) == Data("new".utf8))
        await #expect(throws: RequestError.self) { try await session.download(server.url("/"), to: file).file() }
    }

    @Test func anySerializerHasAShortName() async throws {
        let server = try LoopbackServer { try $0.respond(body: $0.request.text) }
        func sent(_ serializer: any RequestSerialization) async throws -> Data {
            try await session.request(
                server.url("/"), method: .post, parameters: ["paid": true], serializer: serializer
            ).data()
        }
        #expect(try await sent(.form) == Data("paid=1".utf8))
        #expect(try await sent(.form(style: .rails)) == Data("paid=true".utf8))
    }

    @Test func jsonIsReadWithoutAModel() async throws {
        let server = try server(#"{"items":[{"sku":"MUG"}],"page":2}"#)
        let value = try await session.request(server.url("/")).json()
        #expect(value["items"]?[0]?["sku"]?.string == "MUG" && value["page"]?.int == 2)
        #expect(try await session.download(server.url("/")).json() == value)
    }

    @Test func dataAndFilesAreUploaded() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(body: String(decoding: exchange.request.body, as: UTF8.self))
        }
        let folder = try ScratchFolder()
        let file = folder.url.appendingPathComponent("a.txt")
        try Data("file".utf8).write(to: file)
        let session = Session(configuration: .patient)
        #expect(try await session.upload(Data("data".utf8), to: server.url("/")).data() == Data("data".utf8))
        let upload = session.upload(file, to: server.url("/"), method: .put)
        for await progress in upload.progress { #expect(progress.fractionCompleted <= 1) }
        for await progress in upload.uploadProgress {
            #expect(progress.totalUnitCount == upload.uploadProgress.totalUnitCount)
        }
        #expect(try await upload.data() == Data("file".utf8))
        var post = URLRequest(url: server.url("/"))
        post.httpMethod = "POST"
        #expect(try await session.upload(.data(Data("data".utf8)), to: server.url("/")).data() == Data("data".utf8))
        #expect(try await session.upload(.file(file), to: server.url("/"), method: .put).data() == Data("file".utf8))
        #expect(try await session.upload(.data(Data("data".utf8)), with: post).data() == Data("data".utf8))
        #expect(try await session.upload(.file(file), with: post).data() == Data("file".utf8))
    }

    @Test func formsAreSent() async throws {
        let server = try LoopbackServer { try $0.respond(body: $0.request.text) }
        let folder = try ScratchFolder()
        let file = try folder.file(Data("file".utf8))
        var form = MultipartForm()
        try form.append(file, name: "f", fileName: "a.txt")
        let requests = [
            session.request(server.url("/"), multipart: form),
            session.request(
                server.url("/"), method: .put, multipart: { try $0.append(file, name: "f", fileName: "a.txt") }),
        ]
        for request in requests {
            let text = try await request.string()
            #expect(text.contains(#"name="f"; filename="a.txt""#) && text.contains("file"))
        }
    }

    @Test func codersBelongToASessionOrARequest() async throws {
        struct Token: Codable, Equatable, Sendable { var accessToken = "t" }
        let server = try LoopbackServer { exchange in
            try exchange.respond(headers: ["Content-Type": "application/json"], body: exchange.request.text)
        }
        let (url, decoder, encoder) = (server.url("/"), JSONDecoder(), JSONEncoder())
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        encoder.keyEncodingStrategy = .convertToSnakeCase
        #expect(try await session.request(url, json: Token(), encoder: encoder).string() == #"{"access_token":"t"}"#)
        let snake = Session(configuration: .patient, decoder: decoder, encoder: encoder)
        #expect(try await snake.request(url, json: Token()).json()["access_token"] == "t")
        #expect(try await snake.request(url, json: Token()).decode(Token.self) == Token())
        #expect(try await snake.request(url, json: Token()).response().decode(Token.self) == Token())
        // The keys of a literal are sent as they are, in their order.
        #expect(try await snake.request(url, json: ["bA": 1, "a": 2]).string() == #"{"bA":1,"a":2}"#)
    }

    @Test func settingsHaveShortNames() async throws {
        let server = try server("[]")
        var policy = RetryPolicy(limit: 3)
        policy.limit += 1
        policy.methods = [.get]
        policy.statusCodes = [503]
        policy.urlErrorCodes = [.timedOut]
        #expect(policy.limit == 4 && policy.methods == [.get] && policy.statusCodes == [503])
        #expect(policy.urlErrorCodes == [.timedOut])
        let session = Session(configuration: .patient, start: .immediately, retriers: [policy])
        #expect(session.start == .immediately && session.adapters.isEmpty)
        #expect(session.retriers.first as? RetryPolicy == policy)
        let request = session.request(server.url("/")).authenticate(username: "u", password: "p")
        #expect(try await request.data() == Data("[]".utf8))
    }

    @Test func aPolicyIsMadeOfALimitAndMethods() {
        let policy = RetryPolicy(limit: 3, methods: [.get, .put])
        #expect(policy.limit == 3 && policy.methods == [.get, .put])
        #expect(policy.statusCodes == RetryPolicy().statusCodes)
        #expect(RetryPolicy(limit: 1, statusCodes: [503]).statusCodes == [503])
    }

    @Test func aCancelledRequestSaysSo() async throws {
        let server = try LoopbackServer { try $0.hold() }
        let request = session.request(server.url("/"))
        request.resume()
        request.cancel()
        let error = await request.response().error
        #expect(request.isCancelled && error?.request?.url == server.url("/"))
        #expect(error?.localizedDescription == "The request was cancelled.")
        #expect(error?.urlErrorCode == .cancelled)
    }

    @Test func anAnswerHasItsStatusAndHeaders() async throws {
        let server = try server("{}", status: 422)
        #expect(await session.request(server.url("/")).response().statusCode == 422)
        let answer = await session.request(server.url("/")).response()
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.response?.headers["content-type"] == "application/json")
        let failing = Session.stub(configuration: .patient) { _ in throw URLError(.timedOut) }
        #expect(await failing.request("https://example.com/").response().headers.isEmpty)
    }

    @Test func aRequestHasHeadersATimeoutAndLines() async throws {
        let server = try server("a\nb", type: "text/plain")
        var request = URLRequest(url: server.url("/"))
        request.headers["X-A"] = "1"
        request.headers.add(.authorization(bearerToken: "t"))
        let sent = session.request(request).timeout(600)
        var lines: [String] = []
        for try await line in sent.resume().lines { lines.append(line) }
        for try await line in session.request(server.url("/")).lines() { lines.append(line) }
        #expect(lines == ["a", "b", "a", "b"])
        let built = session.request(server.url("/"), cachePolicy: .reloadIgnoringLocalCacheData, timeout: 700).request
        #expect(built?.timeoutInterval == 700 && built?.cachePolicy == .reloadIgnoringLocalCacheData)
        let received = try #require(server.requests.first)
        #expect(received.value(named: "X-A") == "1" && received.value(named: "Authorization") == "Bearer t")
    }

    @Test func singleStatusesAndTypesAreValidated() async throws {
        let server = try server("{}", status: 404)
        let url = server.url("/")
        #expect(await session.request(url).validate(statusCode: 200, 404).resume().response().error == nil)
        #expect(await session.request(url).validate(statusCode: 200).resume().response().error != nil)
        #expect(await session.request(url).validate(contentType: "application/json").resume().response().error == nil)
        #expect(await session.request(url).validate(contentType: "text/html").resume().response().error != nil)
    }

    @Test func aSessionHasHeadersAndATimeout() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.respond(status: 200, body: exchange.request.value(named: "A") ?? "none")
        }
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["A": "old"]
        let session = Session(headers: ["A": "b"], timeout: 700, configuration: configuration)
        #expect(try await session.request(server.url("/")).data() == Data("b".utf8))
        #expect(session.timeouts.idle(for: URLRequest(url: server.url("/"))) == 700)
        #expect(configuration.httpAdditionalHeaders?.count == 1 && configuration.timeoutIntervalForRequest != 700)
        let silent = try LoopbackServer.forConnections { $0.waitUntilClosedByPeer() }
        let error = await #expect(throws: RequestError.self) {
            try await session.request(silent.url("/")).timeout(.milliseconds(50)).data()
        }
        #expect(error?.isTimeout == true)
    }

    @Test func stubsAnswerWithModelsAndStyles() async throws {
        let stub = Session.stub(configuration: .patient, statusCode: 404, json: ["message": "None."])
        let error = await #expect(throws: RequestError.self) { try await stub.request("https://a.example/").data() }
        #expect(try error?.decode([String: String].self) == ["message": "None."])
        let text = Session.stub(configuration: .patient, json: #"[1]"#)
        #expect(try await text.request("https://a.example/").decode([Int].self) == [1])
        #expect(try await text.download("https://a.example/").data() == Data("[1]".utf8))
        let echo = Session.stub(configuration: .patient) { .text($0.url?.query ?? "") }
        let query = try await echo.request("https://a.example/", parameters: ["a": [1, 2]], serializer: .rails).string()
        #expect(query == (try QueryStyle.rails.string(from: ["a": [1, 2]])))
    }

    @Test func stubsAreMadeOfModelsStatusesAndErrors() async throws {
        let url = "https://a.example/"
        let stub = Session.stubbed { request in
            switch request.url?.path {
            case "/order": .json(Order(id: 7), statusCode: 201, headers: ["X-A": "1"])
            case "/nonsense": .json(Double.nan)
            case "/offline": throw URLError(.notConnectedToInternet)
            default: .status(404)
            }
        }
        let answer = await stub.request(url + "order").timeout(600).response(of: Order.self)
        #expect(answer.statusCode == 201 && answer.headers["X-A"] == "1" && answer.value == Order(id: 7))
        #expect(await stub.request(url).timeout(600).response().statusCode == 404)
        #expect(await stub.request(url + "offline").timeout(600).response().error?.kind == .offline)
        #expect(await stub.request(url + "nonsense").timeout(600).response().error?.underlyingError is EncodingError)
    }

    @Test func anInterceptorIsAnAdapterAndARetrier() async throws {
        struct Both: RequestInterceptor {
            func adapt(_ request: URLRequest) -> URLRequest { request }
            func decision(for: Request, of: Session, after: RequestError) async -> RetryDecision { .doNotRetry }
        }
        let session = Session(configuration: .patient, adapters: [Both()], retriers: [Both()])
        #expect(session.adapters.first is any RequestInterceptor && session.retriers.count == 1)
    }
}

import Foundation
import LoopbackServer
import SerializerComparison
import TestSupport
import Testing
import URLSerialization
import URLSerializationSession

@MainActor final class UploadModel {
    private(set) var fraction = 0.0

    func send(_ photo: URL, by session: Session) async throws {
        _ = try await session.upload(
            photo, to: "https://api.example.com/photos"
        ).uploadProgress { progress in
            self.fraction = progress.fractionCompleted
        }.validate().data()
    }
}

/// The model of a view, with the cookbook's order.
private enum Cancellation {
    struct Order: Codable {
        var id: Int
        var sku: String
    }

    @MainActor final class OrderModel {
        private(set) var order: Order?
        private(set) var message: String?

        func load(_ id: Int, by session: Session) async {
            do throws(RequestError) {
                order = try await session.request(
                    "https://api.example.com/orders/\(id)"
                ).decode(Order.self)
            } catch {
                guard error.kind != .cancelled else { return }
                message = error.localizedDescription
            }
        }
    }
}

private final class ProgressBar: Sendable {
    let fraction = Locked(0.0)

    func show(_ fraction: Double) { self.fraction.withLock { $0 = fraction } }
}

struct Durations: RequestObserver {
    func observe(_ event: RequestEvent, of request: Request) {
        guard case .finished = event else { return }
        print(request, request.duration ?? 0)
    }
}

actor Tokens: RequestAdapter, RequestRetrier {
    private var token: String
    private var refreshed: Task<String, any Error>?
    private let refresh: @Sendable () async throws -> String

    init(
        _ token: String,
        refresh: @escaping @Sendable () async throws -> String
    ) {
        self.token = token
        self.refresh = refresh
    }

    func adapt(_ request: URLRequest) -> URLRequest {
        var request = request
        request.headers.add(.authorization(bearerToken: token))
        return request
    }

    func decision(
        for request: Request, of session: Session,
        after error: RequestError
    ) async -> RetryDecision {
        guard request.response?.statusCode == 401,
            request.retryCount == 0
        else { return .doNotRetry }
        let sent = request.request?.headers["Authorization"]
        // Another request may have replaced the token already.
        guard sent == "Bearer \(token)" else { return .retry }
        let task = refreshed ?? Task { try await refresh() }
        refreshed = task
        defer { refreshed = nil }
        guard let fresh = try? await task.value else {
            return .doNotRetry
        }
        token = fresh
        return .retry
    }
}

/// The recipes of the cookbook.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct CookbookTests {
    /// The server of the recipes: an order for whom it trusts, else what it received.
    @Sendable private static func respond(_ exchange: Exchange) throws {
        let request = exchange.request
        let order = #"{"id": 7, "sku": "TEE"}"#
        let json: KeyValuePairs = ["Content-Type": "application/json"]
        switch request.path {
        case "/orders/8":
            try exchange.respond(status: 404, headers: json, body: #"{"message": "No such order."}"#)
        case "/pages/1":
            try exchange.respond(
                headers: json,
                body:
                    """
                    {"orders": [{"id": 1, "sku": "A"}, {"id": 2, "sku": "B"}],
                    "next": "https://api.example.com/pages/2"}
                    """
            )
        case "/pages/2": try exchange.respond(headers: json, body: #"{"orders": [{"id": 3, "sku": "C"}]}"#)
        case "/list" where request.query == "page=1":
            let (page, next) = ("<https://api.example.com/list?page=", #"2>; rel="next""#)
            try exchange.respond(
                headers: ["Content-Type": "application/json", "Link": "\(page)1>; rel=\"first\", \(page)\(next)"],
                body: #"[{"id": 1, "sku": "A"}, {"id": 2, "sku": "B"}]"#)
        case "/list": try exchange.respond(headers: json, body: #"[{"id": 3, "sku": "C"}]"#)
        case "/feed":
            try exchange.respond(
                headers: ["Content-Type": "application/x-ndjson"],
                body: "{\"id\": 1, \"sku\": \"A\"}\n{\"id\": 2, \"sku\": \"B\"}\n")
        case "/prices" where request.value(named: "Last-Event-ID") == "2": try exchange.respond(status: 204)
        case "/prices":
            let number = request.value(named: "Last-Event-ID") == nil ? 1 : 2
            try exchange.respond(
                headers: ["Content-Type": "text/event-stream"],
                body: "event: price\nid: \(number)\nretry: 1\ndata: TEE \(21 - 2 * number).99\n\n")
        case "/token": try exchange.respond(headers: ["Content-Type": "text/plain"], body: "t0k3n")
        case "/orders/7" where request.value(named: "Authorization") != "Bearer t0k3n":
            try exchange.respond(status: 401, headers: json, body: "{}")
        case "/private" where request.value(named: "Authorization") != "Basic em9lOnBhc3M=":
            try exchange.respond(
                status: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\"", "Content-Type": "application/json"],
                body: "{}")
        case "/events", "/settings": try SampleServer.echo(exchange)
        case "/log", "/map": try exchange.respond(headers: ["Content-Type": "text/plain"], body: "abc")
        default: try exchange.respond(headers: json, body: order)
        }
    }

    @Test func requestsSendAndReadWhatTheySay() async throws {
        let sign: (String) -> String = { "\($0.utf8.count)" }
        try await SampleServer.with(Self.respond) { server in
            try await Sample.run {
                let session = Session()

                struct Order: Codable {
                    var id: Int
                    var sku: String
                }

                let line: ParameterValue = ["sku": "TEE", "sizes": ["S", "M"]]
                let placed = try await session.request(
                    "https://api.example.com/orders", method: .post,
                    parameters: line,
                    serializer: HTTPRequestSerializer(style: .rails)
                ).decode(Order.self)
                print(placed.id)
                // 7

                struct Event: Codable {
                    var name: String
                    var at: Date
                }

                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .iso8601
                let launch = Event(
                    name: "Launch", at: Date(timeIntervalSince1970: 0))
                let stored = try await session.request(
                    "https://api.example.com/events", method: .post,
                    encoding: launch,
                    serializer: JSONRequestSerializer(dateStrategy: .iso8601)
                ).decode(Event.self, decoder: decoder)
                print(stored.name, stored.at == launch.at)
                // Launch true

                let settings = try await session.request(
                    "https://api.example.com/settings", method: .put,
                    parameters: ["volume": 7],
                    serializer: PropertyListRequestSerializer(format: .binary)
                ).decode(
                    with: .decodable([String: Int].self, format: .propertyList()))
                print(settings)
                // ["volume": 7]

                let tokens = Tokens("expired") {
                    try await session.request("https://api.example.com/token")
                        .string()
                }
                let api = Session(adapters: [tokens], retriers: [tokens])
                let mine = try await api.request("https://api.example.com/orders/7")
                    .validate().decode(Order.self)
                print(mine.id)
                // 7

                let first = try await session.request(
                    "https://api.example.com/orders/7",
                    headers: [.authorization(bearerToken: "t0k3n")]
                ).decode(Order.self)
                let second = try await session.request(
                    "https://api.example.com/private"
                ).authenticate(username: "zoe", password: "pass").decode(Order.self)
                print(first.id, second.id)
                // 7 7

                let query = try QueryStringSerializer().string(
                    from: ["expires": 1_700_000_000, "path": "/map 1.pdf"])
                let url = "https://cdn.example.com/map?\(query)&sig=\(sign(query))"
                let map = try await session.request(url).validate().data()
                print(query, map.count)
                // expires=1700000000&path=/map%201.pdf 3

                var old = HTTPRequestSerializer()
                old.configuration.queryString = { _, parameters in
                    guard let fields = parameters as? [String: String] else {
                        throw URLError(.badURL)
                    }
                    return fields.sorted { $0.key < $1.key }
                        .map { "\($0.key):\($0.value)" }.joined(separator: ";")
                }
                let search = session.request(
                    "https://api.example.com/search",
                    parameters: ["size": "10", "color": "red"], serializer: old)
                print(search.request?.url?.query ?? "")
                // color:red;size:10

                var received = 0
                let log = session.request("https://api.example.com/log").validate()
                for try await segment in log.receivedBody() {
                    received += segment.count
                }
                print(received)
                // 3

                let request = session.request(
                    "https://api.example.com/orders", method: .post,
                    parameters: ["sku": "TEE"], serializer: .json,
                    headers: [.authorization(bearerToken: "t0k3n")])
                let command = request.cURLDescription()
                print(command.contains("t0k3n"), command.contains("sku"))
                // false true
            }
            let form = try #require(server.requests.first)
            #expect(form.text == "sizes%5B%5D=S&sizes%5B%5D=M&sku=TEE")
            let signed = server.requests.first { $0.path == "/map" }
            #expect(signed?.query == "expires=1700000000&path=/map%201.pdf&sig=36")
        }
    }

    @Test func messagesPagesAndLinesAreRead() async throws {
        struct Order: Codable {
            var id: Int
            var sku: String
        }

        try await SampleServer.with(Self.respond) { server in
            let session = Session()
            try await Sample.run {
                do throws(RequestError) {
                    let order = try await session.request(
                        "https://api.example.com/orders/8"
                    ).decode(Order.self)
                    print(order.id)
                } catch {
                    print(error.kind, error.statusCode ?? 0)
                    // status 404
                }

                struct Problem: Decodable {
                    var message: String
                }

                do throws(RequestError) {
                    let order = try await session.request(
                        "https://api.example.com/orders/8"
                    ).decode(Order.self)
                    print(order.id)
                } catch {
                    let problem = try? error.decode(Problem.self)
                    print(error.statusCode ?? 0, problem?.message ?? "")
                    // 404 No such order.
                }

                let quick = session.request("https://api.example.com/orders/9")
                    .timeout(5)
                print(try await quick.decode(Order.self).id)
                // 7

                let limits = URLSessionConfiguration.ephemeral
                limits.timeoutIntervalForRequest = 10
                limits.timeoutIntervalForResource = 60
                let patient = Session(configuration: limits)
                _ = patient

                struct Page: Decodable {
                    var orders: [Order]
                    var next: String?
                }

                var next: String? = "https://api.example.com/pages/1"
                var all: [Order] = []
                while let url = next {
                    let page = try await session.request(url).decode(Page.self)
                    all += page.orders
                    next = page.next
                }
                print(all.map(\.id))
                // [1, 2, 3]

                var link = URL(string: "https://api.example.com/list?page=1")
                var listed: [Order] = []
                while let url = link {
                    let answer = await session.request(url)
                        .response(of: [Order].self)
                    listed += try answer.get()
                    link = answer.links["next"]
                }
                print(listed.map(\.id))
                // [1, 2, 3]

                let feed = session.request(
                    "https://api.example.com/feed"
                ).validate()
                for try await line in feed.lines {
                    let order = try JSONDecoder().decode(
                        Order.self, from: Data(line.utf8))
                    print(order.id)
                    // 1
                    // 2
                }

                let prices = session.request("https://api.example.com/prices")
                for try await event in prices.events(reconnects: true) {
                    print(event.event, event.id, event.data)
                    // price 1 TEE 19.99
                    // price 2 TEE 17.99
                }

                let stub = Session.stub { request in
                    guard request.url?.path == "/orders/7" else {
                        return StubResponse(statusCode: 404)
                    }
                    return .json(#"{"id": 7, "sku": "TEE"}"#)
                }
                let stubbed = try await stub.request(
                    "https://api.example.com/orders/7"
                ).decode(Order.self)
                print(stubbed.sku)
                // TEE
            }

            func orders(
                _ ids: [Int], atOnce limit: Int
            ) async throws -> [Order] {
                try await withThrowingTaskGroup(of: Order.self) { group in
                    var orders: [Order] = []
                    for (index, id) in ids.enumerated() {
                        if index >= limit, let order = try await group.next() {
                            orders.append(order)
                        }
                        let url = "https://api.example.com/orders/\(id)"
                        group.addTask {
                            try await session.request(url).decode(Order.self)
                        }
                    }
                    for try await order in group { orders.append(order) }
                    return orders
                }
            }
            for limit in [1, 3, 99] {
                #expect(try await orders(Array(10..<20), atOnce: limit).map(\.id) == Array(repeating: 7, count: 10))
            }
            await #expect(throws: RequestError.self) { try await orders([8, 10, 11], atOnce: 2) }
        }
    }

    @Test func aViewsTaskCancelsItsRequest() async throws {
        try await SampleServer.with(Self.respond) { _ in
            let session = Session()
            let model = Cancellation.OrderModel()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await model.load(9, by: session)
            }
            await task.value
            await #expect(model.order?.sku == nil)
            await #expect(model.message == nil)
            await model.load(8, by: session)
            await #expect(model.message?.contains("404") == true)
            await model.load(9, by: session)
            await #expect(model.order?.sku == "TEE")
        }
    }

    @Test func cookiesAreShared() async throws {
        try await Sample.run {
            let shop = URLSessionConfiguration.ephemeral
            let account = URLSessionConfiguration.ephemeral
            account.httpCookieStorage = shop.httpCookieStorage
            let sessions = [shop, account].map { Session(configuration: $0) }
            print(sessions.count)
            // 2
        }
        let shop = URLSessionConfiguration.patient
        let account = URLSessionConfiguration.patient
        account.httpCookieStorage = shop.httpCookieStorage
        let server = try LoopbackServer { exchange in
            let isSignIn = exchange.request.path == "/sign-in"
            try exchange.respond(headers: isSignIn ? ["Set-Cookie": "id=7; Path=/"] : [:], body: "")
        }
        defer { server.stop() }
        _ = await Session(configuration: shop).request(server.url("/sign-in")).response()
        _ = await Session(configuration: account).request(server.url("/orders")).response()
        #expect(server.requests.last?.value(named: "Cookie") == "id=7")
    }

    #if os(Linux)
        @Test func certificatesAreASetting() async throws {
            let (archive, chain, key) = (Data(), Data(), Data())
            try await Sample.run {
                let certified = Session(clientCertificates: [
                    ClientCertificate(pkcs12: archive, password: "secret"),
                    ClientCertificate(
                        certificate: chain, key: key,
                        for: URL(string: "https://pay.example.com")),
                ])
                print(certified.clientCertificates.count)
                // 2
            }
        }
    #endif

    @Test func uploadsSendTheirFiles() async throws {
        let folder = try ScratchFolder()
        let photo = try folder.file("jpeg", named: "sea.jpg")
        let presigned = "https://api.example.com/store/sea.jpg?X-Signature=a%2Fb%2Bc"
        try await SampleServer.with(Self.respond) { server in
            struct Order: Codable {
                var id: Int
                var sku: String
            }
            let session = Session()
            let sent = session.upload(
                photo, to: presigned, method: .put,
                headers: ["Content-Type": "image/jpeg"]
            )
            _ = try await sent.validate().data()
            try await Sample.run {
                let saved = try await session.upload(
                    to: "https://api.example.com/photos", parameters: ["album": 7]
                ) { form in
                    try form.append(file: photo, name: "photo")
                }
                .decode(Order.self)
                print(saved.sku)
                // TEE

                var finished = MultipartForm()
                try finished.append(file: photo, name: "photo")
                try finished.append("At the sea", name: "caption")
                let kept = try await session.request(
                    "https://api.example.com/photos", multipart: finished
                ).decode(Order.self)
                print(kept.sku)
                // TEE
            }
            let bar = ProgressBar()
            let files = [photo, try folder.file("png", named: "sky.png")]
            try await Sample.run {
                let album = session.upload(
                    to: "https://api.example.com/photos"
                ) { form in
                    for file in files {
                        try form.append(file: file, name: "photos[]")
                    }
                }
                for await progress in album.progress {
                    bar.show(progress.fractionCompleted)
                }
                print(try await album.decode(Order.self).sku)
                // TEE
            }
            #expect(bar.fraction.value == 1)
            bar.show(0)
            let upload = session.upload(
                photo, to: "https://api.example.com/photos"
            ).validate()
            for await progress in upload.progress {
                bar.show(progress.fractionCompleted)
            }
            _ = try await upload.data()
            #expect(bar.fraction.value == 1)
            let model = UploadModel()
            try await model.send(photo, by: session)
            let fraction = await model.fraction
            #expect(fraction == 1)
            let requests = server.requests
            #expect(requests[0].target == "/store/sea.jpg?X-Signature=a%2Fb%2Bc")
            #expect(requests[0].method == "PUT" && requests[0].text == "jpeg")
            #expect(requests[1].text.contains("filename=\"sea.jpg\""))
            #expect(requests[2].text.contains("At the sea"))
            #expect(requests[3].text.contains("sea.jpg") && requests[3].text.contains("sky.png"))
            #expect(requests[4].text == "jpeg" && requests[5].text == "jpeg")
            #expect(requests[5].value(named: "Content-Type") == "image/jpeg")
        }
    }

    @Test func aRedirectionIsKeptAndObserved() async throws {
        let observed = Session(
            redirectHandlers: [.doNotFollow],
            observers: [Durations()])
        let server = try LoopbackServer { try $0.respond(status: 302, headers: ["Location": "/next"], body: "") }
        #expect(await observed.request(server.url("/")).timeout(600).response().statusCode == 302)
        server.stop()
    }

    @Test func paymentIsRepeatedWithTheSameKey() async throws {
        let first = Locked(true)
        try await SampleServer.with { exchange in
            let isFirst = first.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isFirst { return try exchange.respond(status: 503, headers: ["Retry-After": "0"]) }
            try Self.respond(exchange)
        } run: { server in
            struct Order: Codable {
                var id: Int
                var sku: String
            }
            try await Sample.run {
                var policy = RetryPolicy(limit: 3)
                policy.methods.insert(.post)
                let payments = Session(retriers: [policy])
                let payment = try await payments.request(
                    "https://api.example.com/payments", method: .post,
                    parameters: ["amount": 1999], serializer: .json,
                    headers: ["Idempotency-Key": UUID().uuidString]
                ).validate().decode(Order.self)
                print(payment.id)
                // 7
            }
            let keys = server.requests.map { $0.value(named: "Idempotency-Key") ?? "" }
            #expect(keys.count == 2 && keys[0] == keys[1] && keys[0].count == 36)
        }
    }

    @Test func downloadGoesOnWhereItWasInterrupted() async throws {
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let ranges = Locked<[String]>([])
        try await SampleServer.with { exchange in
            let range = exchange.request.value(named: "Range") ?? ""
            ranges.withLock { $0.append(range) }
            guard let start = Int(range.dropFirst("bytes=".count).prefix { $0.isNumber }) else {
                try exchange.writeHead(headers: [
                    "ETag": "\"1\"", "Accept-Ranges": "bytes", "Content-Length": "\(content.count)",
                ])
                try exchange.write("\r\n")
                try exchange.write(content.prefix(100_000))
                return exchange.close()
            }
            try exchange.respond(
                status: 206,
                headers: [
                    "ETag": "\"1\"", "Content-Range": "bytes \(start)-\(content.count - 1)/\(content.count)",
                ], body: content[start...])
        } run: { _ in
            let session = Session()
            let sha256: @Sendable (Data) -> String = { "\($0.count) \($0.reduce(0) { ($0 &* 31) ^ Int($1) })" }
            func fetch(
                _ url: String, to file: URL, sha256 expected: String
            ) async throws {
                let destination: DownloadDestination = { _, _ in
                    (file, [.removePreviousFile])
                }
                var request = session.download(url, to: destination)
                for _ in 1...3 {
                    request.validate().validateFile { _, file in
                        let content = try Data(
                            contentsOf: file, options: .alwaysMapped)
                        guard sha256(content) == expected else {
                            throw CocoaError(.fileReadCorruptFile)
                        }
                    }
                    if await request.response().error == nil { break }
                    guard let data = request.resumeData else { break }
                    request = session.download(
                        resumingWith: data, to: destination)
                }
                _ = try await request.file()
            }
            let folder = try ScratchFolder()
            let url = "https://cdn.example.com/map.pdf"
            try await fetch(url, to: folder("map.pdf"), sha256: sha256(content))
            #expect(try Data(contentsOf: folder("map.pdf")) == content)
            #expect(ranges.value.count == 2 && ranges.value[1].hasPrefix("bytes="))
            await #expect(throws: RequestError.self) {
                try await fetch(url, to: folder("map.pdf"), sha256: "another")
            }
            // The good file stays.
            #expect(try Data(contentsOf: folder("map.pdf")) == content)
        }
    }

    @Test func closuresAreCalled() async throws {
        try await SampleServer.with(Self.respond) { _ in
            struct Order: Codable {
                var id: Int
                var sku: String
            }
            let session = Session()
            let (texts, continuation) = AsyncStream.makeStream(of: String.self)
            let show: @Sendable (String) -> Void = { continuation.yield($0) }
            session.request("https://api.example.com/orders/7").validate()
                .response(serializer: .decodable(Order.self)) { response in
                    switch response.result {
                    case .success(let order): show("order \(order.id)")
                    case .failure(let error): show(error.localizedDescription)
                    }
                }
            for await text in texts {
                #expect(text.contains("401"))
                break
            }
        }
    }

    @Test func formIsReadAndEncodersAreCompared() async throws {
        try await Sample.run {
            let body = "lines[0][id]=7&lines[0][sku]=TEE"
            let form = try QueryParser(style: .php).parse(body)
            print(form["lines"]?[0]?["sku"]?.string ?? "")
            // TEE
            struct Line: Decodable {
                let id: Int
                let sku: String
            }
            let lines = try QueryDecoder(style: .php)
                .decode([String: [Line]].self, from: body)
            print(lines["lines"]?[0].id ?? 0)
            // 7
        }
        try await Sample.run {
            let sent: [String: Any] = ["tags": ["b", "a"], "paid": true]
            let comparison = Comparison(of: sent)
            for report in comparison.reports.prefix(3) {
                let summary = comparison.summary(of: report)
                print(report.name, summary.differing ?? 0)
                // HTTPRequestSerializer 0
                // URLEncoding 0
                // URLEncodedFormParameterEncoder 2
            }
            let own = Sender("Our encoder") { parameters, request in
                var request = request
                let order = parameters as? ParameterValue
                let tags = order?["tags"]?.elements ?? []
                let pairs = tags.map { "tags=\($0.string ?? "")" }
                request.httpBody = Data(pairs.joined(separator: "&").utf8)
                return request
            }
            let payload = try PayloadReader().read(
                Data(#"{"tags": ["b", "a"], "paid": 1}"#.utf8), name: "order")
            let ours = Comparison(of: payload, senders: [own])
            let summary = ours.summary(of: ours.reports[0])
            print(summary.kept, summary.lost)
            // 2 1
        }
    }
}

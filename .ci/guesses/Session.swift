// A new user of URLSerializationSession, who knows URLSession, Alamofire, axios or requests.

import URLSerializationSession

struct Order: Codable, Sendable { var id = 1 }
struct Problem: Codable, Sendable { var message: String }

// MARK: - Sessions
func sessions(_ url: URL) {
    _ = Session()
    _ = Session.default
    _ = Session(baseURL: url, configuration: .ephemeral, retriers: [RetryPolicy(limit: 3)])
    _ = Session.stub { _ in .json("{}") }
    _ = Session.stub(statusCode: 404, json: Problem(message: "None."))
    _ = Session.stub { _ in .json(Order(), statusCode: 201) }
    _ = Session.stubbed { _ in StubResponse(statusCode: 201, json: Order()) }
    _ = Session.stubbed { $0.url?.path == "/" ? .status(404) : .json([Order()], headers: ["A": "b"]) }
    _ = Session(timeout: 5)
    _ = Session(timeout: .seconds(5))
    _ = Session(headers: ["A": "b"])
    _ = Session(baseURL: url, headers: ["A": "b"], timeout: 5)
    _ = Session(decoder: JSONDecoder(), encoder: JSONEncoder())
    _ = Session.shared
    // expected-error@-1 {{renamed to 'default'}}
}

// MARK: - Requests
func requests(_ session: Session, _ url: URL, _ optional: URL?, _ order: Order) async throws {
    session.request(url)
    session.request("https://example.com/", method: "POST", parameters: order, serializer: .json)
    session.request(url, method: .post, encoding: order, serializer: .form)
    session.request(url, parameters: ["ids": [1, 2]], serializer: .rails)
    session.request(url, parameters: ["ids": [1, 2]], serializer: .afNetworking)
    session.request(url, method: .post, encoding: order, serializer: .laravel)
    session.request(url, headers: ["A": "b"]) { $0.timeoutInterval = 5 }
    session.request(url, timeout: 5)
    session.request(url, cachePolicy: .reloadIgnoringLocalCacheData)
    session.request(url, json: order, encoder: JSONEncoder())
    session.request(url, multipart: MultipartForm())
    session.request(url, method: .put, multipart: { form in try form.append("b", name: "a") })
    session.request(optional)
    // expected-error@-1 {{must be unwrapped}}
    // expected-note@-2 {{coalesce}}
    // expected-note@-3 {{force-unwrap}}
    session.request(optional, headers: ["A": "b"])
    // expected-error@-1 {{must be unwrapped}}
    // expected-note@-2 {{coalesce}}
    // expected-note@-3 {{force-unwrap}}
    session.request(url, method: .post, json: order)
    session.request(url, method: .patch, json: ["sku": "TEE", "gift": true, "note": nil], headers: ["A": "b"])
    session.request(url, json: [order, order])
    session.request(url, method: .post, form: ["ids": [1, 2], "q": "a b"], style: .rails)
    session.request(url, method: .post, form: order)
    session.request(url, query: ["page": 2, "status": "open"])
    session.request(url, query: order)
    session.request(url, method: .put, body: Data(), headers: ["Content-Type": "application/json"])
    session.request(url, params: ["a": 1])
    // expected-error@-1 {{as parameters:}}
    session.request(url, method: .post, parameters: order, encoder: .json)
    // expected-error@-1 {{serializer: .json}}
    session.request(url, method: .post, parameters: ["a": 1], encoding: .form)
    // expected-error@-1 {{serializer: .form}}
    session.get(url)
    // expected-error@-1 {{renamed to 'request(_:parameters:headers:)'}}
    session.post(url, parameters: ["a": 1])
    // expected-error@-1 {{method: .post, parameters:serializer:) with .json or .form}}
    _ = try await session.data(for: URLRequest(url: url))
    // expected-error@-1 {{request(_:).data()}}
    _ = try await session.data(from: url)
    // expected-error@-1 {{request(_:).data()}}
    _ = try await session.bytes(from: url)
    // expected-error@-1 {{request(_:).lines}}
    _ = try await session.bytes(for: URLRequest(url: url))
    // expected-error@-1 {{request(_:).lines}}
    session.dataTask(with: url) { _, _, _ in }
    // expected-error@-1 {{request(_:).response { … }}}
}

// MARK: - Uploads and downloads
func transfers(_ session: Session, _ url: URL, _ file: URL) async {
    for await progress in session.upload(file, to: url).progress { print(progress.fractionCompleted) }
    for await progress in session.download(url, to: file).progress { print(progress.fractionCompleted) }
    session.upload(.data(Data()), to: url)
    session.upload(.file(file), to: url, method: .put)
    session.upload(MultipartForm(), to: url)
    session.upload(to: url) { form in try form.append(file: file, name: "a") }
    session.download(url, to: file)
    session.download(url, to: file, options: [.removePreviousFile, .createIntermediateDirectories])
    session.download(resumingWith: Data())
    session.upload(Data(), to: url)
    session.upload(file, to: url, method: .put)
}

// MARK: - Answers
func answers(_ request: DataRequest, _ decoder: JSONDecoder) async throws {
    _ = try await request.decode(Order.self)
    _ = try await request.decode([Order].self, decoder: decoder)
    _ = try await request.decode(Order.self, orError: Problem.self)
    _ = try await request.json()["id"]?.int
    _ = try await request.string()
    _ = try await request.data()
    _ = await request.response().statusCode
    _ = await request.response(of: Order.self).headers
    _ = await request.response().headers["Content-Type"]
    for try await line in request.lines { print(line) }
    for try await piece in request.receivedBody() { print(piece) }
    for await progress in request.downloadProgress() { print(progress) }
    for await progress in request.uploadProgress { print(progress) }
    for try await line in request.lines() { print(line) }
    for try await event in request.events { print(event.event, event.data) }
    _ = try await request.response().decode(Order.self)
    _ = await request.response().links["next"]
    if case .success(let order) = await request.result(of: Order.self) { print(order.id) }
    _ = try await request.decode(with: .decodable(Order.self, decoder: decoder))
    print(request.metrics, request.cURLDescription(), request.response?.statusCode ?? 0)
    request.response { print($0.value ?? Data()) }
    request.response(serializer: .decodable(Order.self)) { print($0.value?.id ?? 0) }
    _ = try await request.json(Order.self)
    // expected-error@-1 {{renamed to 'decode(_:)'}}
    let order: Order = try await request.json()
    // expected-error@-1 {{renamed to 'decode(_:)'}}
    _ = order
}

// MARK: - Errors
func errors(_ request: DataRequest, _ download: DownloadRequest) async {
    do {
        _ = try await request.decode(Order.self)
    } catch {
        print(error.statusCode ?? 0, error.response?.headers ?? [:], error.data ?? Data(), error.request?.url ?? "")
        if error.isCancelled || error.isTimeout || error.isOffline || error.mayBeRetried { return }
        switch error.kind {
        case .status, .decoding: print((try? error.decode(Problem.self))?.message ?? "")
        case .timedOut, .offline, .unreachable, .untrusted: print(error.underlyingError as? URLError ?? "")
        default: print(error.localizedDescription)
        }
    }
    do { _ = try await request.data() } catch { print(error.statusCode as Any) }
    do { _ = try await download.data() } catch { print(error.kind == .file) }
    do { for try await line in request.lines { print(line) } } catch { print(error.isTimeout) }
    if case .failure(let error) = await request.response(serializer: .json).result { print(error.statusCode ?? 0) }
}

// MARK: - Settings of a request
func settings(_ request: DataRequest) {
    request.retry(3)
    if request.isCancelled { request.session.cancelAll() }
    request.validate().timeout(5).retry(with: RetryPolicy(limit: 1, methods: [.get])).redirect(with: .doNotFollow)
    request.validate(statusCode: 200..<300).validate(contentType: ["application/json"])
    request.validate(statusCode: 200, 404).validate(contentType: "application/json")
    request.timeout(.seconds(5)).timeout(.milliseconds(500))
    request.authenticate(username: "zoe", password: "pass").uploadProgress { print($0) }.resume()
}

// MARK: - Rules
func rules(_ retrier: RetryPolicy, _ request: Request, _ session: Session) async {
    if let error = request.error { _ = await retrier.decision(for: request, of: session, after: error) }
}

struct Interceptor: RequestInterceptor {
    func adapt(_ request: URLRequest) -> URLRequest { request }
    func decision(for: Request, of: Session, after error: RequestError) async -> RetryDecision {
        error.statusCode == 401 ? .retry : .doNotRetryWithError(error)
    }
}

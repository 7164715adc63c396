// A new user of URLSerializationSession, who knows URLSession, Alamofire, axios or requests.

import URLSerializationSession

struct Order: Codable, Sendable { var id = 1 }
struct Problem: Decodable, Sendable { var message: String }

// MARK: - Sessions
func sessions(_ url: URL, _ observer: LoggingObserver) async {
    _ = Session()
    _ = Session.default
    _ = Session(baseURL: url, configuration: .ephemeral, retrier: RetryPolicy(limit: 3))
    _ = Session.stub { _ in .json("{}") }
    _ = SessionManager()
    _ = Session.shared
    // expected-error@-1 {{renamed to 'default'}}
    _ = AF
    // expected-error@-1 {{Use Session.default}}
    _ = Session(interceptor: nil)
    // expected-error@-1 {{Use adapter:, retrier:, observers:}}
    _ = Session(eventMonitors: [observer])
    // expected-error@-1 {{Use adapter:, retrier:, observers:}}
    _ = Session(serverTrustManager: nil)
    // expected-error@-1 {{serverTrust:}}
    _ = Session(redirectHandler: Redirector.doNotFollow)
    // expected-error@-1 {{redirectHandlers:}}
    _ = Session(baseURL: url, headers: ["A": "b"])
    // expected-error@-1 {{a configuration has headers, timeout}}
    _ = Session(timeout: 5)
    // expected-error@-1 {{a configuration has headers, timeout}}
    _ = Session(retries: 3)
    // expected-error@-1 {{retrier:}}
    _ = Session(configuration: .default, delegate: nil, delegateQueue: nil)
    // expected-error@-1 {{observers:}}
    Session.default.invalidateAndCancel()
    // expected-error@-1 {{invalidate(cancellingRequests: true)}}
    Session.default.finishTasksAndInvalidate()
    // expected-error@-1 {{renamed to 'invalidate()'}}
}

// MARK: - Requests
func requests(_ session: Session, _ url: URL, _ optional: URL?, _ order: Order) async throws {
    session.request(url)
    session.request("https://example.com/", method: "POST", parameters: order, serializer: .json)
    session.request(url, method: .post, encoding: order, serializer: .form)
    session.request(url, headers: ["A": "b"]) { $0.timeoutInterval = 5 }
    session.request(optional)
    // expected-error@-1 {{must be unwrapped}}
    // expected-note@-2 {{coalesce}}
    // expected-note@-3 {{force-unwrap}}
    session.request(optional, headers: ["A": "b"])
    // expected-error@-1 {{must be unwrapped}}
    // expected-note@-2 {{coalesce}}
    // expected-note@-3 {{force-unwrap}}
    AF.request(url)
    // expected-error@-1 {{Use Session.default}}
    session.request(.get, url)
    // expected-error@-1 {{request(url, method: .post)}}
    session.request("GET", "https://example.com/")
    // expected-error@-1 {{request(url, method: .post)}}
    session.request(url, method: .post, json: order)
    // expected-error@-1 {{with serializer: .json or serializer: .form}}
    session.request(url, method: .post, form: ["a": 1])
    // expected-error@-1 {{with serializer: .json or serializer: .form}}
    session.request(url, method: .post, body: order)
    // expected-error@-1 {{as parameters:}}
    session.request(url, query: ["a": 1])
    // expected-error@-1 {{as parameters:}}
    session.request(url, params: ["a": 1])
    // expected-error@-1 {{as parameters:}}
    session.request(url, queryItems: [URLQueryItem(name: "a", value: "1")])
    // expected-error@-1 {{as parameters:}}
    session.request(url, method: .post, parameters: order, encoder: .json)
    // expected-error@-1 {{serializer: .json}}
    session.request(url, method: .post, parameters: ["a": 1], encoding: .form)
    // expected-error@-1 {{serializer: .form}}
    session.request(url, interceptor: Interceptor())
    // expected-error@-1 {{adapt(with:) and retry(with:)}}
    session.request(url, timeout: 5)
    // expected-error@-1 {{request(url).timeout(5)}}
    session.request(url, cachePolicy: .reloadIgnoringLocalCacheData)
    // expected-error@-1 {{modify: { $0.cachePolicy}}
    session.request(url, requestModifier: { $0.timeoutInterval = 5 })
    // expected-error@-1 {{modify:}}
    session.get(url)
    // expected-error@-1 {{renamed to 'request(_:parameters:headers:)'}}
    session.get(url, params: ["a": 1])
    // expected-error@-1 {{renamed to 'request(_:parameters:headers:)'}}
    session.get(url, query: ["a": 1])
    // expected-error@-1 {{renamed to 'request(_:parameters:headers:)'}}
    session.head(url)
    // expected-error@-1 {{method: .head}}
    session.post(url, parameters: ["a": 1])
    // expected-error@-1 {{method: .post, parameters:serializer:) with .json or .form}}
    session.post(url, order)
    // expected-error@-1 {{method: .post}}
    session.post(url, json: order)
    // expected-error@-1 {{method: .post}}
    session.post(url, encoding: order)
    // expected-error@-1 {{method: .post}}
    session.put(url, form: ["a": 1])
    // expected-error@-1 {{method: .put}}
    session.patch(url, body: order)
    // expected-error@-1 {{method: .patch}}
    session.delete(url)
    // expected-error@-1 {{method: .delete}}
    session.send(URLRequest(url: url))
    // expected-error@-1 {{request(_:).decode(_:), data(), string()}}
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
    session.streamRequest(url)
    // expected-error@-1 {{request(_:).receivedBody()}}
}

// MARK: - Uploads and downloads
func transfers(_ session: Session, _ url: URL, _ file: URL, _ order: Order, _ optional: Data?) async throws {
    session.upload(Data(), to: url)
    session.upload(file, to: url, method: .put)
    session.upload(MultipartForm(), to: url)
    session.upload(to: url) { form in try form.append(file: file, name: "a") }
    session.download(url, to: file)
    session.download(resumingWith: Data())
    session.upload(order, to: url)
    // expected-error@-1 {{request(_:method: .post, encoding: model, serializer: .json)}}
    session.upload(optional, to: url)
    // expected-error@-1 {{Unwrap the body}}
    session.upload(multipartFormData: { _ in }, to: url)
    // expected-error@-1 {{upload(to: url) { form in … }}}
    session.upload(multipartFormData: { $0.append(Data(), withName: "a") }, to: url)
    // expected-error@-1 {{upload(to: url) { form in … }}}
    // expected-error@-2 {{Use name: for withName:}}
    _ = try await session.upload(for: URLRequest(url: url), from: Data())
    // expected-error@-1 {{upload(_:with:).data()}}
    _ = try await session.upload(for: URLRequest(url: url), fromFile: file)
    // expected-error@-1 {{upload(_:with:).data()}}
    session.uploadTask(with: URLRequest(url: url), from: Data())
    // expected-error@-1 {{upload(_:with:).response { … }}}
    session.uploadTask(with: URLRequest(url: url), fromFile: file)
    // expected-error@-1 {{upload(_:with:).response { … }}}
    _ = try await session.download(from: url)
    // expected-error@-1 {{download(_:to:).file()}}
    _ = try await session.download(for: URLRequest(url: url))
    // expected-error@-1 {{download(_:to:).file()}}
    session.downloadTask(with: url)
    // expected-error@-1 {{download(_:to:).response { … }}}
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
    _ = await request.response().headers["Content-Type"]
    for try await line in request.lines { print(line) }
    for try await piece in request.receivedBody() { print(piece) }
    for await progress in request.downloadProgress() { print(progress) }
    print(request.metrics, request.cURLDescription(), request.response?.statusCode ?? 0)
    request.response { print($0.value ?? Data()) }
    request.response(serializer: .decodable(Order.self)) { print($0.value?.id ?? 0) }
    request.responseDecodable(of: Order.self) { _ in }
    // expected-error@-1 {{response(serializer: .decodable(Model.self))}}
    request.responseDecodable(of: Order.self, decoder: decoder) { _ in }
    // expected-error@-1 {{response(serializer: .decodable(Model.self))}}
    request.responseDecodable { (_: DataResponse<Order>) in }
    // expected-error@-1 {{response(serializer: .decodable(Model.self))}}
    _ = request.responseDecodable(of: Order.self)
    // expected-error@-1 {{await decode(_:)}}
    request.responseJSON { _ in }
    // expected-error@-1 {{response(serializer: .json)}}
    request.responseString { _ in }
    // expected-error@-1 {{response(serializer: .string)}}
    request.responseData(completionHandler: { _ in })
    // expected-error@-1 {{response { … }}}
    _ = try await request.serializingDecodable(Order.self).value
    // expected-error@-1 {{try await decode(_:), without value}}
    _ = await request.serializingDecodable(Order.self).response
    // expected-error@-1 {{await response(serializer:)}}
    _ = try await request.serializingString().value
    // expected-error@-1 {{try await string(), without value}}
    _ = try await request.serializingData().value
    // expected-error@-1 {{try await data(), without value}}
    _ = try await request.text()
    // expected-error@-1 {{renamed to 'string()'}}
    _ = try await request.json(Order.self)
    // expected-error@-1 {{renamed to 'decode(_:)'}}
    let order: Order = try await request.json()
    // expected-error@-1 {{renamed to 'decode(_:)'}}
    _ = try await request.decode(Order.self, using: decoder)
    // expected-error@-1 {{decode(_:decoder:)}}
    _ = try await request.decode(Order.self, error: Problem.self)
    // expected-error@-1 {{decode(_:orError:)}}
    for try await byte in request.bytes { print(byte) }
    // expected-error@-1 {{renamed to 'receivedBody()'}}
    _ = request.statusCode
    // expected-error@-1 {{response?.statusCode}}
    _ = await request.response().status
    // expected-error@-1 {{renamed to 'statusCode'}}
    _ = await request.response().body
    // expected-error@-1 {{renamed to 'data'}}
    _ = try await request.response().json()
    // expected-error@-1 {{json() or decode(_:) of the request}}
    _ = order
}

// MARK: - Settings of a request
func settings(_ request: DataRequest) {
    request.validate().timeout(5).retry(with: RetryPolicy(limit: 1, methods: [.get])).redirect(with: .doNotFollow)
    request.validate(statusCode: 200..<300).validate(contentType: ["application/json"])
    request.validate(statusCode: 200, 404).validate(contentType: "application/json")
    request.authenticate(username: "zoe", password: "pass").uploadProgress { print($0) }.resume()
    request.authenticate(user: "zoe", password: "pass")
    // expected-error@-1 {{renamed to 'authenticate(username:password:)'}}
    request.retry(3)
    // expected-error@-1 {{retry(with: RetryPolicy(limit: 3))}}
    request.retry(times: 3)
    // expected-error@-1 {{retry(with: RetryPolicy(limit: 3))}}
    request.cURLDescription { print($0) }
    // expected-error@-1 {{cURLDescription(), which returns the command}}
    _ = RetryPolicy(maximumAttempts: 3)
    // expected-error@-1 {{Use limit:, the number of retries}}
    _ = RetryPolicy(retryLimit: 3)
    // expected-error@-1 {{Use limit:, the number of retries}}
}

// MARK: - Rules
func rules(_ retrier: RetryPolicy, _ request: Request, _ session: Session) async {
    _ = await retrier.decision(for: request, of: session, after: URLError(.timedOut))
    _ = await retrier.retry(request, for: session, dueTo: URLError(.timedOut))
    // expected-error@-1 {{renamed to 'decision(for:of:after:)'}}
    _ = AuthenticationInterceptor<Int>.self
    // expected-error@-1 {{an actor that is a RequestAdapter and a RequestRetrier}}
    _ = (any EventMonitor).self
    // expected-error@-1 {{renamed to 'RequestObserver'}}
    _ = (any ResponseSerializer).self
    // expected-error@-1 {{renamed to 'ResponseSerialization'}}
    _ = DataResponseSerializer()
    // expected-error@-1 {{renamed to 'HTTPResponseSerializer'}}
}

struct Interceptor: RequestInterceptor {
    func adapt(_ request: URLRequest) -> URLRequest { request }
    func decision(for: Request, of: Session, after: any Error) async -> RetryDecision { .doNotRetry }
}

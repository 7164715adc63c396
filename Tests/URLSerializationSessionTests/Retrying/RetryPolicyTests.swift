import Testing
@testable import URLSerializationSession

@Suite struct RetryPolicyTests {
    private static let url = URL(fileURLWithPath: "/")

    private func decision(
        _ policy: RetryPolicy = RetryPolicy(), retries: Int = 0, method: String = "GET", status: Int? = nil,
        retryAfter: String? = nil, error: (any Error)? = nil, random: Double = 0
    ) -> RetryDecision {
        var request = URLRequest(url: Self.url)
        request.httpMethod = method
        let fields = retryAfter.map { ["Retry-After": $0] }
        let response = status.flatMap {
            HTTPURLResponse(url: Self.url, statusCode: $0, httpVersion: nil, headerFields: fields)
        }
        return policy.decision(
            afterRetries: retries, request: request, response: response, error: error ?? URLError(.timedOut),
            now: Date(timeIntervalSince1970: 0), random: random)
    }

    /// An error without details, as a closure for validation throws it.
    private struct Unacceptable: Error {}

    private func statusError(_ status: Int) throws -> any Error {
        let response = HTTPURLResponse(url: Self.url, statusCode: status, httpVersion: nil, headerFields: nil)
        return try #require(HTTPResponseSerializer().serialize(response, data: Data()).error)
    }

    // MARK: - Whether

    @Test func theLimitIsAsManyRetries() {
        #expect(decision(retries: 1) != .doNotRetry)
        #expect(decision(retries: 2) == .doNotRetry)
        var policy = RetryPolicy()
        policy.limit = 0
        #expect(decision(policy) == .doNotRetry)
        policy.limit = -1
        #expect(decision(policy) == .doNotRetry)
    }

    @Test(arguments: [
        ("GET", true), ("HEAD", true), ("PUT", true), ("DELETE", true), ("OPTIONS", true), ("TRACE", true),
        ("POST", false), ("PATCH", false), ("CONNECT", false), ("QUERY", false),
    ]) func onlyIdempotentMethodsAre(method: String, isRetried: Bool) {
        #expect((decision(method: method) != .doNotRetry) == isRetried)
    }

    @Test func noRequestIsNotRetried() {
        let decision = RetryPolicy().decision(
            afterRetries: 0, request: nil, response: nil, error: URLError(.timedOut))
        #expect(decision == .doNotRetry)
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504]) func aStatusThatPassesIsRetried(status: Int) throws {
        #expect(decision(status: status, error: Unacceptable()) != .doNotRetry)
        #expect(decision(status: status, error: try statusError(status)) != .doNotRetry)
        #expect(decision(error: try statusError(status)) != .doNotRetry)
    }

    @Test(arguments: [200, 301, 400, 401, 403, 404, 409, 501, 505, 599]) func anotherStatusIsNot(status: Int) throws {
        #expect(decision(status: status, error: Unacceptable()) == .doNotRetry)
        if status >= 300 { #expect(decision(status: status, error: try statusError(status)) == .doNotRetry) }
    }

    @Test(arguments: [
        (URLError.Code.timedOut, true), (.networkConnectionLost, true), (.cannotConnectToHost, true),
        (.dnsLookupFailed, true), (.notConnectedToInternet, true), (.unknown, true), (.cancelled, false),
        (.badURL, false), (.unsupportedURL, false), (.serverCertificateUntrusted, false),
        (.userAuthenticationRequired, false), (.httpTooManyRedirects, false),
    ]) func errorsOfTheWayAreRetriedIfTheyPass(code: URLError.Code, isRetried: Bool) {
        #expect((decision(error: URLError(code)) != .doNotRetry) == isRetried)
        let error = NSError(domain: NSURLErrorDomain, code: code.rawValue)
        #expect((decision(error: error) != .doNotRetry) == isRetried)
    }

    @Test(
        arguments: [
            URLError(.cancelled), CancellationError(), NSError(domain: NSURLErrorDomain, code: -999),
            RequestError(.bodyNotRepeatable, reason: ""), RequestError(.file, reason: ""),
            RequestSerializationError(.sourceTooShort, reason: ""),
        ] as [any Error]) func noStatusMakesTheseRetried(error: any Error)
    {
        #expect(decision(status: 503, error: error) == .doNotRetry)
    }

    @Test func aTransferWithoutResponseIsRetried() {
        #expect(decision(error: RequestError(.noResponse, reason: "")) != .doNotRetry)
    }

    // MARK: - When

    @Test(arguments: [(0, 0.5), (1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (5000, 60), (-3, 0.5)])
    func waitsGrowUpToTheLongest(retries: Int, seconds: TimeInterval) {
        var policy = RetryPolicy()
        policy.limit = .max
        #expect(decision(policy, retries: retries) == .retryAfter(seconds))
    }

    @Test(arguments: [(0.5, 0, 1.0), (0.5, 1, 0.5), (0.5, 0.5, 0.75), (1, 1, 0), (1, 0.25, 0.75), (0, 1, 1)])
    func jitterShortensTheWait(jitter: Double, random: Double, seconds: TimeInterval) {
        var policy = RetryPolicy()
        policy.jitter = jitter
        #expect(decision(policy, retries: 1, random: random) == .retryAfter(seconds))
    }

    @Test(arguments: [(0.25, 0.25), (-1, 0), (.infinity, 0), (.nan, 0), (1e300, 315_360_000)])
    func aDelayIsAFiniteNumberOfSeconds(seconds: TimeInterval, delay: TimeInterval) {
        #expect(RetryDecision.retryAfter(seconds).delay == delay)
    }

    @Test func waitsDiffer() {
        let decisions = (0..<20).map { _ in
            RetryPolicy().decision(
                afterRetries: 0, request: URLRequest(url: Self.url), response: nil, error: URLError(.timedOut))
        }
        #expect(decisions.contains { $0 != decisions[0] })
    }

    @Test(
        arguments: [
            ("3", .retryAfter(3)), ("0", .retryAfter(0.5)), ("Thu, 01 Jan 1970 00:00:09 GMT", .retryAfter(9)),
            ("120", .retryAfter(120)), ("121", .doNotRetry), ("later", .retryAfter(0.5)),
            (String(repeating: "9", count: 400), .doNotRetry),
        ] as [(String, RetryDecision)]) func whatTheServerAsksForIsHonoured(value: String, expected: RetryDecision)
    {
        #expect(decision(status: 503, retryAfter: value) == expected)
        var policy = RetryPolicy()
        policy.honoursRetryAfter = false
        #expect(decision(policy, status: 503, retryAfter: value) == .retryAfter(0.5))
    }

    // MARK: - Settings out of their range

    private static let strange: [Double] = [
        .nan, .infinity, -.infinity, -1, 0, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1, 1e300,
    ]

    @Test(arguments: strange, strange) func noSettingMakesAWaitInfiniteOrNegative(first: Double, second: Double) {
        for third in Self.strange {
            var policy = RetryPolicy()
            policy.limit = .max
            policy.exponentialBackoffBase = first
            policy.exponentialBackoffScale = second
            policy.maximumDelay = third
            policy.jitter = first
            policy.maximumRetryAfter = third
            for (retries, value) in [
                (0, nil), (1, "99999"), (.max - 1, nil), (.min, String(repeating: "9", count: 400)),
            ] {
                guard
                    case .retryAfter(let seconds) = decision(
                        policy, retries: retries, status: 503, retryAfter: value, random: second)
                else { continue }
                #expect(seconds.isFinite && seconds >= 0)
            }
        }
    }
}

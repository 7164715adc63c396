import LoopbackServer
import TestSupport
import Testing
import URLSerializationSession

/// The end of a request to a server that misbehaves: once, and in time.
struct Ending: Sendable {
    /// The kind of answer that is requested.
    enum Kind: String, CaseIterable, Sendable {
        case data, download, receivedBody
    }

    let error: RequestError?
    let status: Int?
    let body: Data?

    /// Returns a session with short timeouts.
    static func makeSession(idle: TimeInterval = 0.5, total: TimeInterval = 1.5) -> Session {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = idle
        configuration.timeoutIntervalForResource = total
        return Session(configuration: configuration)
    }

    /// Sends a request to a server and waits for its end.
    ///
    /// Expects that its completion is called once, with an error of a documented type or none, that it is in time, and
    /// that no connection is left.
    static func of(
        _ kind: Kind = .data, _ server: LoopbackServer, _ target: String = "/", from session: Session = makeSession(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        try await check(server, session, sourceLocation) { count in
            switch kind {
            case .data:
                // The status is the answer's, not an error.
                let request = session.request(server.url(target)).validate(statusCode: 100..<1000)
                request.response(queue: .global()) { _ in count.withLock { $0 += 1 } }
                let response = await request.response()
                return Ending(error: response.error, status: response.response?.statusCode, body: response.data)
            case .download:
                let request = session.download(server.url(target))
                request.response(queue: .global()) { _ in count.withLock { $0 += 1 } }
                let response = await request.response()
                let body = response.fileURL.flatMap { try? Data(contentsOf: $0) }
                return Ending(error: response.error, status: response.response?.statusCode, body: body)
            case .receivedBody:
                // The status is the answer's, not an error.
                let request = session.request(server.url(target)).validate(statusCode: 100..<1000)
                request.response(queue: .global()) { _ in count.withLock { $0 += 1 } }
                var (body, failure) = (Data(), nil as RequestError?)
                do throws(RequestError) {
                    for try await segment in request.receivedBody() { body += segment }
                } catch {
                    failure = error
                }
                let response = await request.response()
                #expect((failure == nil) == (response.error == nil), sourceLocation: sourceLocation)
                return Ending(error: failure, status: response.response?.statusCode, body: body)
            }
        }
    }

    /// Sends a body to a server and waits for the end, as ``of(_:_:_:from:sourceLocation:)`` does.
    static func ofUpload(
        _ source: Uploadable, _ server: LoopbackServer, from session: Session = makeSession(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        try await check(server, session, sourceLocation) { count in
            let request = session.upload(
                source, to: server.url(), headers: ["Content-Type": "application/octet-stream"])
            request.response(queue: .global()) { _ in count.withLock { $0 += 1 } }
            let response = await request.response()
            return Ending(error: response.error, status: response.response?.statusCode, body: response.data)
        }
    }

    private static func check(
        _ server: LoopbackServer, _ session: Session, _ sourceLocation: SourceLocation,
        _ run: (_ count: Locked<Int>) async -> Ending
    ) async throws -> Ending {
        let count = Locked(0)
        let start = Date()
        let ending = await run(count)
        #expect(Date().timeIntervalSince(start) < 600, "It ended too late", sourceLocation: sourceLocation)
        #expect(ending.error?.kind != .other, "An error of an unknown kind", sourceLocation: sourceLocation)
        session.invalidate()
        try await server.waitForOpenConnections()
        try await eventually("It ends.") { count.value > 0 && session.taskCount == 0 }
        #expect(count.value == 1, "Completions", sourceLocation: sourceLocation)
        #expect(session.taskCount == 0, "Tasks that are left", sourceLocation: sourceLocation)
        return ending
    }
}

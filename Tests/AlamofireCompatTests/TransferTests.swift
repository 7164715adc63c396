import AlamofireCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing
import URLSerialization

/// Uploads, downloads and streams.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct TransferTests {
    private let session = Session(configuration: .patientDefault)

    @Test func uploadsSendBytesFilesStreamsAndForms() async throws {
        try await Route.serving { server in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("a.txt")
            try Data("file".utf8).write(to: file)
            let url = server.url("/echo")
            expectEqual(try await session.upload(Data("data".utf8), to: url).serializingString().value, "data")
            expectEqual(try await session.upload(file, to: url).serializingString().value, "file")
            let stream = session.upload(InputStream(data: Data("stream".utf8)), to: url)
            expectEqual(try await stream.serializingString().value, "stream")
            for threshold in [UInt64.max, 0] {
                let form = session.upload(
                    multipartFormData: { $0.append(Data("v".utf8), withName: "n") }, to: url,
                    usingThreshold: threshold)
                let text = try await form.serializingString().value
                #expect(text.contains("name=\"n\"\r\n\r\nv\r\n"))
                if case .file(let url, shouldRemove: true)? = form.uploadable {
                    #expect(threshold == 0)
                    #expect(!FileManager.default.fileExists(atPath: url.path))
                } else {
                    #expect(threshold == .max)
                }
            }
        }
    }

    @Test func aStreamThatWouldBeSentTwiceIsAnError() async throws {
        try await Route.serving { server in
            let stream = InputStream(data: Data("stream".utf8))
            let request = session.upload(
                stream, to: server.url("/status/500"),
                interceptor: Retrier { request, _, _, completion in
                    completion(request.retryCount == 0 ? .retry : .doNotRetry)
                }
            ).validate()
            let response = await request.serializingData().response
            #expect(response.error?.isSessionTaskError == true)
            #expect(response.error?.errorDescription?.contains("only once") == true)
            #expect(server.requestCount == 1)
        }
    }

    @Test func errorsOfTransfersAreThoseOfURLSession() async throws {
        try await Route.serving { server in
            let folder = FileManager.default.temporaryDirectory
            let (echo, missing) = (server.url("/echo"), folder.appendingPathComponent(UUID().uuidString))
            let stream = InputStream(data: Data("stream".utf8))
            let requests: [(any RespondingRequest, URLError.Code)] = [
                (session.request("/relative"), .unsupportedURL),
                (session.download("relative"), .unsupportedURL),
                (session.upload(missing, to: echo), .fileDoesNotExist),
                (session.upload(folder, to: echo), .fileIsDirectory),
                (session.request(server.url("/redirect/302?to=ftp://a.b/c")), .unsupportedURL),
                (session.request(server.url("/redirect/302?to=file:///etc/hosts")), .unsupportedURL),
                (session.upload(stream, to: server.url("/redirect/307?to=/echo")), .requestBodyStreamExhausted),
                (session.download(resumingWith: Data("no resume data".utf8)), .cannotWriteToFile),
            ]
            for (request, code) in requests {
                let error = await request.serializingData().response.error
                let transfer = error?.underlyingError as? URLError
                #expect(transfer?.code == code, "\(request)")
                let cause = try #require(transfer?.userInfo[NSUnderlyingErrorKey] as? any Error, "\(request)")
                #expect(error?.errorDescription?.contains(cause.localizedDescription) == true, "\(request)")
            }
        }
    }

    @Test func downloadsAreMovedBeforeTheyAreValidated() async throws {
        try await Route.serving { server in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("a.txt")
            let missing = await session.download(server.url("/json"), to: { _, _ in (file, []) })
                .serializingData().response
            #expect(missing.error?.isDownloadedFileMoveError == true)
            #expect((missing.error?.underlyingError as? CocoaError)?.code == .fileNoSuchFile)
            let refused = await session.download(
                server.url("/status/500"), to: { _, _ in (file, .createIntermediateDirectories) }
            ).validate().serializingDownloadedFileURL().response
            #expect(refused.error?.responseCode == 500)
            #expect(refused.fileURL == file)
            #expect(try String(contentsOf: file, encoding: .utf8) == "status 500")
            let occupied = await session.download(server.url("/json"), to: { _, _ in (file, []) })
                .serializingData().response
            #expect((occupied.error?.underlyingError as? CocoaError)?.code == .fileWriteFileExists)
            let drink = try await session.download(server.url("/json"), to: { _, _ in (file, .removePreviousFile) })
                .serializingDecodable(Drink.self).value
            #expect(drink.id == 7)
            let unnamed = try await session.download(server.url("/json")).serializingDownloadedFileURL().value
            let mode = try FileManager.default.attributesOfItem(atPath: unnamed.path)[.posixPermissions] as? NSNumber
            #expect(mode == 0o600)
            try FileManager.default.removeItem(at: unnamed)
        }
    }

    @Test func aCancelledDownloadIsResumedWithItsData() async throws {
        let body = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let server = try LoopbackServer { exchange in
            let start = exchange.request.value(named: "Range").flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) }
            if let start {
                let range = "bytes \(start)-\(body.count - 1)/\(body.count)"
                return try exchange.respond(
                    status: 206, headers: ["Content-Range": range, "ETag": "\"1\""], body: body[start...])
            }
            try exchange.writeHead(headers: ["Content-Length": "\(body.count)", "ETag": "\"1\""])
            try exchange.write("\r\n")
            try exchange.write(body[..<500_000])
            _ = exchange.waitUntilClosedByPeer()
        }
        let request = session.download(server.url())
        request.downloadProgress(queue: .global()) { progress in
            if progress.completedUnitCount >= 500_000 { request.cancel(producingResumeData: true) }
        }
        let cancelled = await request.serializingData().response
        #expect(cancelled.error?.isExplicitlyCancelledError == true)
        let data = try #require(cancelled.resumeData)
        let resumed = try await session.download(resumingWith: data).serializingData().value
        #expect(resumed == body)
    }

    @Test func resumeDataIsHandedOutBeforeTheAnswer() async throws {
        let server = try LoopbackServer { exchange in
            try exchange.writeHead(headers: ["Content-Length": "100", "ETag": "\"1\""])
            try exchange.write("\r\nabc")
            _ = exchange.waitUntilClosedByPeer()
        }
        for _ in 0..<50 {
            let (isCancelled, data) = (TakenOnce(()), Locked<Data?>(nil))
            let request = session.download(server.url())
            request.downloadProgress(queue: session.rootQueue) { [unowned request] _ in
                guard isCancelled.take() != nil else { return }
                request.cancel { received in data.withLock { $0 = received } }
            }
            let answer = await request.serializingData().response
            #expect(answer.resumeData != nil)
            #expect(data.value == answer.resumeData)
        }
    }

    @Test func downloadsThatDoNotRunHaveNoResumeData() async throws {
        try await Route.serving { server in
            let early = session.download(server.url("/json"))
            let ended = session.download(server.url("/json"))
            let file = try await ended.serializingDownloadedFileURL().value
            defer { try? FileManager.default.removeItem(at: file) }
            for request in [early, ended] {
                let data = await withCheckedContinuation { done in request.cancel { done.resume(returning: $0) } }
                #expect(data == nil)
            }
            #expect(early.isCancelled && ended.isFinished && server.requestCount == 1)
        }
    }

    @Test func streamsHandOutPartsAndTheEnd() async throws {
        try await Route.serving { server in
            var text = ""
            var end: DataStreamRequest.Completion?
            for await part in session.streamRequest(server.url("/slow/5")).validate().streamTask().streamingStrings() {
                text += part.value ?? ""
                end = part.completion ?? end
            }
            #expect(text == String(repeating: "line\n", count: 5))
            #expect(end?.response?.statusCode == 200)
            #expect(end?.error == nil)
            let refused = session.streamRequest(server.url("/status/500")).validate().streamTask().streamingData()
            for await part in refused { end = part.completion ?? end }
            #expect(end?.error?.responseCode == 500)
        }
    }

    @Test func aHandlerOfTheHeadCanRefuseTheBody() async throws {
        try await Route.serving { server in
            let parts = Locked(0)
            let request = session.streamRequest(server.url("/slow/5")).onHTTPResponse { _ in .cancel }
            let end = await withCheckedContinuation { continuation in
                request.responseStream(on: .global()) { stream in
                    if let end = stream.completion {
                        continuation.resume(returning: end)
                    } else {
                        parts.withLock { $0 += 1 }
                    }
                }
            }
            #expect(end.error?.isExplicitlyCancelledError == true)
            #expect(parts.value == 0)
            let whole = session.request(server.url("/json")).onHTTPResponse { _ in .cancel }
            let answer = await whole.serializingData().response
            #expect(answer.error?.isExplicitlyCancelledError == true)
            #expect(answer.response?.statusCode == 200)
            #expect(answer.data == nil && whole.data == nil)
        }
    }

    @Test func aBodyWaitsForTheDecisionAboutItsHead() async throws {
        try await Route.serving { server in
            let isDecided = Locked(false)
            let request = session.streamRequest(server.url("/slow/3")).onHTTPResponse {
                _ -> Request.ResponseDisposition in
                try? await Task.sleep(nanoseconds: 200_000_000)
                isDecided.withLock { $0 = true }
                return .allow
            }
            var text = ""
            for await part in request.streamTask().streamingStrings() {
                #expect(isDecided.value)
                text += part.value ?? ""
            }
            #expect(text == "line\nline\nline\n")
        }
    }

    @Test func progressReachesTheWholeCount() async throws {
        try await Route.serving { server in
            let body = Data(count: 300_000)
            let sent = Locked<[Int64]>([])
            let upload = session.upload(body, to: server.url("/echo"))
                .uploadProgress(queue: session.rootQueue) { progress in
                    sent.withLock { $0.append(progress.completedUnitCount) }
                }
            _ = await upload.serializingData().response
            #expect(upload.uploadProgress.completedUnitCount == 300_000)
            #expect(upload.downloadProgress.fractionCompleted == 1)
            #expect(!sent.value.isEmpty)
        }
    }

    @Test func theLastProgressPrecedesTheAnswer() async throws {
        try await Route.serving { server in
            for _ in 0..<20 {
                let counts = await withCheckedContinuation { continuation in
                    let counts = Locked<[Int64]>([])
                    session.download(server.url("/bytes/1000"))
                        .downloadProgress(queue: session.rootQueue) { progress in
                            counts.withLock { $0.append(progress.completedUnitCount) }
                        }
                        .response(queue: session.rootQueue) { _ in continuation.resume(returning: counts.value) }
                }
                #expect(counts.last == 1000)
                let request = session.request(server.url("/bytes/1000"))
                let stream = request.downloadProgress()
                _ = await request.serializingData().response
                var last: Progress?
                for await progress in stream { last = progress }
                #expect(last?.completedUnitCount == 1000)
            }
        }
    }
}

import Foundation
import LoopbackServer
import TestSupport
import Testing
import URLSerialization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class UploadDelegate: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completion:
            @escaping (InputStream?) -> Void
    ) {
        let body = task.originalRequest?.multipartBody
        completion(body.map(MultipartBodyStream.init))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        var next = newRequest
        next.multipartBody = nil
        // After nil the task ends with the 307 or 308. Another task
        // can send the form to newRequest.url.
        let isGet = newRequest.httpMethod == "GET"
        completionHandler(isGet ? next : nil)
    }
}

/// The samples of "Multipart forms".
@Suite(.tags(.network)) struct MultipartFormsTests {
    @Test func formSamplesSendTheirParts() async throws {
        let folder = try ScratchFolder()
        let photo = try folder.file("jpeg", named: "sea.jpg")
        let preview = Data("png".utf8)
        let chunks = AsyncStream { continuation in
            for text in ["one\n", "two\n"] { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }
        try await Sample.run {
            let request = try HTTPRequestSerializer().multipartRequest(
                method: .post, url: "https://api.example.com/photos",
                parameters: ["album": 7, "tags": ["sea", "sun"]]
            ) { form in
                try form.append(file: photo, name: "photo")
                try form.append(preview, name: "preview", fileName: "p.png")
                try form.append("At the sea", name: "caption")
            }
            print(request.value(forHTTPHeaderField: "Content-Type")!.prefix(30))
            // multipart/form-data; boundary=

            let body = try #require(try request.multipartBody?.data())
            #expect(request.value(forHTTPHeaderField: "Content-Length") == String(body.count))
            let lines = String(decoding: body, as: UTF8.self).split(separator: "\r\n")
            #expect(
                lines.filter { $0.hasPrefix("Content-") } == [
                    "Content-Disposition: form-data; name=\"album\"",
                    "Content-Disposition: form-data; name=\"tags[]\"",
                    "Content-Disposition: form-data; name=\"tags[]\"",
                    "Content-Disposition: form-data; name=\"photo\"; filename=\"sea.jpg\"",
                    "Content-Type: image/jpeg",
                    "Content-Disposition: form-data; name=\"preview\"; filename=\"p.png\"",
                    "Content-Type: image/png",
                    "Content-Disposition: form-data; name=\"caption\"",
                ])
        }
        let report = try await HTTPRequestSerializer().multipartRequest(
            method: .put, url: "https://api.example.com/log"
        ) { form in
            try await form.append(chunks, name: "log", fileName: "a.txt")
        }
        let text = String(decoding: try #require(try report.multipartBody?.data()), as: UTF8.self)
        #expect(text.contains("Content-Type: text/plain\r\n\r\none\ntwo\n\r\n--"))
    }

    @Test func bodySampleIsAsLongAsItSays() async throws {
        try await Sample.run {
            var form = MultipartForm()
            try form.append("At the sea", name: "caption")
            if let body = try form.makeBody() {
                print(body.contentLength, try body.data().count)
                // 122 122
            }
        }
    }

    @Test func fileSampleWritesTheFormAndUploadsIt() async throws {
        let server = try LoopbackServer { try $0.respond(body: "thanks") }
        defer { server.stop() }
        var request = try HTTPRequestSerializer().multipartRequest(method: .post, url: server.url("/photos")) { form in
            try form.append("At the sea", name: "caption")
        }
        request.timeoutInterval = 600
        let folder = try ScratchFolder()
        let file = folder("form")
        let count = Locked<Int64>(0)
        let show: @Sendable (Int64, Int64) -> Void = { written, _ in count.withLock { $0 = written } }
        let upload = try await request.writingMultipartBody(
            to: file
        ) { written, length in
            show(written, length)
        }
        let (answer, response) = try await URLSession.shared.upload(
            for: upload, fromFile: file)
        #expect(answer == Data("thanks".utf8))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        let sent = try #require(server.requests.first)
        #expect(count.value == Int64(sent.bodyLength))
        #expect(sent.text.contains("At the sea"))
    }

    /// The delegate of the sample returns the body to a task that is started by `uploadTask(withStreamedRequest:)`.
    @Test func delegateSampleReturnsTheBody() async throws {
        let server = try LoopbackServer { try $0.respond(body: "thanks") }
        defer { server.stop() }
        let request = try HTTPRequestSerializer().multipartRequest(method: .post, url: server.url("/photos")) { form in
            try form.append("At the sea", name: "caption")
        }
        let session = URLSession(configuration: .patient, delegate: UploadDelegate(), delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        session.uploadTask(withStreamedRequest: request).resume()
        let sent = try #require(try await server.waitForRequests(1).first)
        #expect(sent.text.contains("At the sea"))
    }
}

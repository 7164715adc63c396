import AFNetworkingCompat
import AlamofireCompat
import Foundation
import LoopbackServer
import SerializerComparison
import TestSupport
import Testing
import TrafficRecording
import URLSerialization
import URLSerializationSession

/// The tests run one after another, because a process has one recorder for Foundation's sessions.
@Suite(.serialized, .tags(.network), .timeLimit(.minutes(60))) struct HARRecorderTests {
    private let folder: ScratchFolder
    private let server: LoopbackServer

    init() throws {
        folder = try ScratchFolder()
        server = try LoopbackServer { exchange in
            if exchange.request.path == "/redirect" {
                return try exchange.respond(status: 307, headers: ["Location": "/form?token=s3cret-token"])
            }
            try exchange.respond(
                headers: ["Content-Type": "application/json", "Set-Cookie": "sid=s3cret-cookie"],
                body: #"{"token":"s3cret-token","n":[1,{"password":"s3cret-answer","pin":8371583715}],"ok":true}"#)
        }
    }

    private func recorder(_ name: String = "a.har", bodyLimit: Int = 1 << 20) throws -> HARRecorder {
        try HARRecorder(file: folder(name), bodyLimit: bodyLimit, hiding: ["x-device"])
    }

    /// Returns the requests of a recording once it has a number of them. An entry may follow the answer.
    private static func requests(_ recorder: HARRecorder, count: Int) async throws -> [RecordedRequest] {
        for _ in 0..<60_000 {
            if let traffic = try? RecordedTraffic(Data(contentsOf: recorder.file)), traffic.requests.count >= count {
                return traffic.requests
            }
            try await Task.sleep(nanoseconds: 10_000_000)
        }
        return try RecordedTraffic(Data(contentsOf: recorder.file)).requests
    }

    private static let parameters: [String: any Sendable] = ["a": [1, 2], "b": "x y"]

    /// The three vocabularies and a URLSession are recorded alike.
    @Test func everyVocabularyIsRecorded() async throws {
        defer { server.stop() }
        let url = server.url("/form")
        let native = try recorder("native.har")
        let request = try HTTPRequestSerializer().request(method: .post, url: url, parameters: Self.parameters)
        _ = try await URLSerializationSession.Session(configuration: .patient, observers: [native]).request(request)
            .data()

        let alamofire = try recorder("alamofire.har")
        let session = AlamofireCompat.Session(observers: [alamofire])
        _ = await session.request(url, method: .post, parameters: Self.parameters) { $0.timeoutInterval = 600 }
            .serializingData().response

        let legacy = try recorder("legacy.har")
        let manager = AFHTTPSessionManager(baseURL: nil, sessionConfiguration: .patient)
        manager.observers = [legacy]
        await withCheckedContinuation { continuation in
            _ = manager.post(
                url.absoluteString, parameters: Self.parameters, headers: nil, progress: nil,
                success: { _, _ in continuation.resume() }, failure: { _, _ in continuation.resume() })
        }

        let foreign = try recorder("foreign.har")
        let other = URLSession(configuration: foreign.configuration(.patient))
        let body = try #require(request.httpBody)
        _ = try await other.upload(for: request, from: body)

        let recorders = [native, alamofire, legacy, foreign]
        for recorder in recorders {
            let requests = try await Self.requests(recorder, count: 1)
            let found = try #require(requests.first)
            #expect(found.method == "POST" && found.path == "/form", "\(recorder.file.lastPathComponent)")
            #expect(found.body == body, "\(recorder.file.lastPathComponent)")
            #expect(found[header: "Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") == true)
        }
        manager.invalidateSessionCancelingTasks(true)
    }

    /// No secret reaches the file, under whatever name and in whatever part; equal ones stay equal and as long.
    @Test func secretsHaveStandIns() async throws {
        defer { server.stop() }
        let recorder = try recorder()
        let session = URLSerializationSession.Session(configuration: .patient, observers: [recorder])
        var request = URLRequest(url: server.url("/redirect?api_key=s3cret-key&q=plain#s3cret-fragment"))
        request.httpMethod = "POST"
        request.setValue("Bearer s3cret-bearer", forHTTPHeaderField: "Authorization")
        request.setValue("s3cret-device", forHTTPHeaderField: "X-Device")
        request.setValue("a=s3cret-cookie", forHTTPHeaderField: "Cookie")
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("user%5Bpassword%5D=s3cret%2Dform&name=bob&again=s3cret-form".utf8)
        _ = try await session.request(request).data()
        request = URLRequest(url: server.url("/json"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(
            #"{"token":"s3cret-token","secret":{"deep":["s3cret-deep",47114711]},"pin":-1234567.25,"n":"x","#.utf8)
        request.httpBody? += Data(
            #""passcode":"s3cret\"s3cret-escaped","a":["s3",{"cardCvv":"s3cret-cvv"}],"n":"y"}"#.utf8)
        _ = try await session.request(request).data()
        // A document that no reader accepts, and that is cut off.
        request.httpBody = Data(#"{"n":1,,"key":{"a":"s3cret-malformed"},"password":"s3cret-cut-off"#.utf8)
        _ = try await session.request(request).data()
        var form = MultipartForm()
        try form.append(Data("s3cret-part".utf8), name: "access_token")
        try form.append(Data("plain".utf8), name: "name")
        _ = try await session.upload(form, to: server.url("/parts")).data()

        let requests = try await Self.requests(recorder, count: 5)
        let text = try String(contentsOf: recorder.file, encoding: .utf8)
        // The numbers are too long to occur in a time.
        for secret in ["s3cret", "47114711", "8371583715", "1234567.25"] { #expect(!text.contains(secret)) }
        #expect(text.contains("plain") && text.contains("bob") && requests.count == 5)
        #expect(
            requests[0].query.hasSuffix("&q=plain") && requests[0].query.count == "api_key=s3cret-key&q=plain".count)
        #expect(requests.map { $0.body?.count } == server.requests.map(\.body.count))
        // The token of the redirection is that of the JSON body.
        let token = requests[1].query.dropFirst("token=".count)
        #expect(String(decoding: requests[2].body ?? Data(), as: UTF8.self).hasPrefix("{\"token\":\"\(token)\""))
        #expect((try? JSONSerialization.jsonObject(with: requests[2].body ?? Data())) != nil)
    }

    /// Bodies from files and streams are recorded as far as the limit, and bytes that are not text in base 64.
    @Test func bodiesAreRecordedUpToALimit() async throws {
        defer { server.stop() }
        let recorder = try recorder(bodyLimit: 100)
        let session = URLSerializationSession.Session(configuration: .patient, observers: [recorder])
        let file = try folder.file(Data(repeating: 0xFF, count: 90), named: "f.png")
        _ = try await session.upload(.file(file), to: server.url("/file")).data()
        let stream = Uploadable.stream(length: 300) { InputStream(data: Data(repeating: 0x61, count: 300)) }
        _ = try await session.upload(stream, to: server.url("/stream")).data()
        var request = URLRequest(url: server.url("/once"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("abc".utf8))
        _ = try await session.request(request).data()

        let requests = try await Self.requests(recorder, count: 3)
        #expect(requests.map(\.path) == ["/file", "/stream", "/once"])
        #expect(requests[0].body == Data(repeating: 0xFF, count: 90))
        #expect(requests[1].body == Data(repeating: 0x61, count: 100))
        let notices = try RecordedTraffic(Data(contentsOf: recorder.file)).notices
        #expect(
            notices == [
                "entry 2: the body is cut after 100 bytes", "entry 3: the body is not seen: it can be read only once",
            ])
        #expect(server.requests.map(\.body.count) == [90, 300, 3])
    }

    /// Every kind of task of another URLSession reaches the server as before. Redirections are entries.
    @Test func otherSessionsAreRecorded() async throws {
        defer { server.stop() }
        let recorder = try recorder()
        let session = URLSession(configuration: recorder.configuration(.patient))
        var request = URLRequest(url: server.url("/redirect"))
        request.httpMethod = "POST"
        let (data, _) = try await session.upload(for: request, from: Data("data".utf8))
        #expect(data.count > 10)
        let file = try folder.file(Data("file".utf8), named: "f")
        request.url = server.url("/file")
        _ = try await session.upload(for: request, fromFile: file)
        let (place, response) = try await session.download(from: server.url("/download"))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(try Data(contentsOf: place).count > 10)
        let requests = try await Self.requests(recorder, count: 3)
        #expect(requests.map(\.path) == ["/redirect", "/form", "/file"])
        #expect(requests[0].body == Data("data".utf8) && requests[2].body == Data("file".utf8))
        #expect(server.requests.map(\.path) == ["/redirect", "/form", "/file", "/download"])
    }

    /// The file is a whole HAR after each entry, and only its owner may read it.
    @Test func theFileIsAlwaysWhole() async throws {
        defer { server.stop() }
        let recorder = try recorder()
        #expect(throws: PayloadError.self) { try RecordedTraffic(Data(contentsOf: recorder.file)) }
        let session = URLSerializationSession.Session(configuration: .patient, observers: [recorder])
        for number in 1...5 {
            _ = try await session.request(server.url("/\(number)")).data()
            let count = try await Self.requests(recorder, count: number).count
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: recorder.file))
            let entries = ((object as? [String: Any])?["log"] as? [String: Any])?["entries"] as? [Any]
            #expect(entries?.count == count && count == number)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: recorder.file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}

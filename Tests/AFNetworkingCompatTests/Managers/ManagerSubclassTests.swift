import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// Subclasses, and serializers of other classes, as in old code.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct ManagerSubclassTests {
    private let server: LoopbackServer

    init() throws { server = try .json() }

    /// Intercepts every task, as clients that log or refresh tokens do.
    private final class Watching: AFHTTPSessionManager, @unchecked Sendable {
        let calls = Events<String>()

        override func dataTask(
            with request: URLRequest, uploadProgress: ((Progress) -> Void)?, downloadProgress: ((Progress) -> Void)?,
            completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)?
        ) -> URLSessionDataTask {
            calls.add("data")
            var request = request
            request.setValue("1", forHTTPHeaderField: "X-Watched")
            return super.dataTask(with: request, uploadProgress: uploadProgress, downloadProgress: downloadProgress) {
                completionHandler?($0, ["wrapped": $1], $2)
            }
        }

        override func uploadTask(
            withStreamedRequest request: URLRequest, progress: ((Progress) -> Void)?,
            completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)?
        ) -> URLSessionUploadTask {
            calls.add("upload")
            return super.uploadTask(
                withStreamedRequest: request, progress: progress, completionHandler: completionHandler)
        }

        override func dataTask(
            withHTTPMethod method: String, urlString: String, parameters: Any?, headers: [String: String]?,
            uploadProgress: ((Progress) -> Void)?, downloadProgress: ((Progress) -> Void)?,
            success: ((URLSessionDataTask, Any?) -> Void)?, failure: ((URLSessionDataTask?, any Error) -> Void)?
        ) -> URLSessionDataTask? {
            calls.add(method)
            return super.dataTask(
                withHTTPMethod: method, urlString: urlString + "/overridden", parameters: parameters, headers: headers,
                uploadProgress: uploadProgress, downloadProgress: downloadProgress, success: success, failure: failure)
        }
    }

    @Test(arguments: Verb.allCases, [false, true])
    func everyVerbGoesThroughTheTaskMethods(verb: Verb, isOld: Bool) async throws {
        let (manager, answers) = (
            Watching(baseURL: server.url("/"), sessionConfiguration: .patient), TaskAnswers()
        )
        if isOld { verb.sendOld(manager, "a", to: answers) } else { verb.send(manager, "a", to: answers) }
        let answer = try await answers.only(of: manager)
        #expect(manager.calls.all == [verb.rawValue, "data"])
        #expect(server.requests.map(\.target) == ["/a/overridden"])
        #expect(server.requests.first?.value(named: "X-Watched") == "1")
        if verb != .head { #expect((answer.object as? [String: Any])?.keys.first == "wrapped") }
    }

    @Test func formsGoThroughTheUploadMethod() async throws {
        let (manager, answers) = (
            Watching(baseURL: server.url("/"), sessionConfiguration: .patient), TaskAnswers()
        )
        manager.post(
            "a", parameters: ["a": 1], constructingBodyWith: nil, success: answers.success, failure: answers.failure)
        _ = try await answers.only(of: manager)
        #expect(manager.calls.all == ["upload"])
    }

    private final class Counting: AFHTTPSessionManager, @unchecked Sendable {
        let calls = Events<String>()

        override func get(
            _ URLString: String, parameters: Any?, headers: [String: String]?, progress: ((Progress) -> Void)?,
            success: ((URLSessionDataTask, Any?) -> Void)?, failure: ((URLSessionDataTask?, any Error) -> Void)?
        ) -> URLSessionDataTask? {
            calls.add("get")
            return super.get(
                URLString, parameters: parameters, headers: headers, progress: progress, success: success,
                failure: failure)
        }

        override func post(
            _ URLString: String, parameters: Any?, headers: [String: String]?,
            constructingBodyWith block: ((any AFMultipartFormData) -> Void)?, progress: ((Progress) -> Void)?,
            success: ((URLSessionDataTask, Any?) -> Void)?, failure: ((URLSessionDataTask?, any Error) -> Void)?
        ) -> URLSessionDataTask? {
            calls.add("form")
            return super.post(
                URLString, parameters: parameters, headers: headers, constructingBodyWith: block, progress: progress,
                success: success, failure: failure)
        }
    }

    @Test func oldShapesCallTheNewOnes() async throws {
        let (manager, answers) = (
            Counting(baseURL: server.url("/"), sessionConfiguration: .patient), TaskAnswers()
        )
        manager.get("a", parameters: nil, success: answers.success, failure: answers.failure)
        manager.get("a", parameters: nil, progress: nil, success: answers.success, failure: answers.failure)
        manager.post(
            "a", parameters: nil, constructingBodyWith: nil, success: answers.success, failure: answers.failure)
        manager.post(
            "a", parameters: nil, constructingBodyWith: nil, progress: nil, success: answers.success,
            failure: answers.failure)
        try await answers.wait(for: 4)
        #expect(manager.calls.all == ["get", "get", "form", "form"])
    }

    private final class OwnSerializers: AFHTTPSessionManager, @unchecked Sendable {
        override var requestSerializer: AFHTTPRequestSerializer {
            get {
                let serializer = AFJSONRequestSerializer()
                serializer.setValue("getter", forHTTPHeaderField: "X-A")
                return serializer
            }
            set {}
        }
        override var responseSerializer: AFHTTPResponseSerializer {
            get { AFHTTPResponseSerializer() }
            set {}
        }
    }

    @Test func overriddenGettersAreUsed() async throws {
        let (manager, answers) = (
            OwnSerializers(baseURL: server.url("/"), sessionConfiguration: .patient), TaskAnswers()
        )
        Verb.post.send(manager, "a", ["k": "v"], to: answers)
        let answer = try await answers.only(of: manager)
        #expect(answer.object as? Data == Data(#"{"a": 1}"#.utf8))
        #expect(server.requests.first?.text == #"{"k":"v"}"#)
        #expect(server.requests.first?.value(named: "X-A") == "getter")
    }

    /// Calls the handler without the network, or resumes the task before it returns.
    private final class Hasty: AFHTTPSessionManager, @unchecked Sendable {
        enum Way: CaseIterable { case answersAtOnce, failsAtOnce, waitsForTheEnd }
        let way: Way

        init(_ way: Way, _ url: URL) {
            self.way = way
            super.init(baseURL: url, sessionConfiguration: .patient)
        }

        required init?(coder: NSCoder) { nil }

        override func dataTask(
            with request: URLRequest, uploadProgress: ((Progress) -> Void)?, downloadProgress: ((Progress) -> Void)?,
            completionHandler: ((URLResponse, Any?, (any Error)?) -> Void)?
        ) -> URLSessionDataTask {
            let response = URLResponse(
                url: request.url ?? URL(fileURLWithPath: "/"), mimeType: nil, expectedContentLength: 0,
                textEncodingName: nil)
            switch way {
            case .answersAtOnce: completionHandler?(response, "cached", nil)
            case .failsAtOnce: completionHandler?(response, nil, URLError(.notConnectedToInternet))
            case .waitsForTheEnd:
                let isDone = DispatchSemaphore(value: 0)
                let task = super.dataTask(with: request, uploadProgress: nil, downloadProgress: nil) {
                    completionHandler?($0, $1, $2)
                    isDone.signal()
                }
                task.resume()
                isDone.wait()
                return task
            }
            let task = super.dataTask(with: request, uploadProgress: nil, downloadProgress: nil, completionHandler: nil)
            task.cancel()
            return task
        }
    }

    @Test(arguments: Hasty.Way.allCases) private func answerBeforeTheTaskIsNotLost(way: Hasty.Way) async throws {
        let (manager, answers) = (Hasty(way, server.url("/")), TaskAnswers())
        manager.completionQueue = DispatchQueue(label: "completion")
        let task = Verb.get.send(manager, "a", to: answers)
        let answer = try await answers.only(of: manager)
        #expect(answer.task === task)
        #expect(answer.isSuccess == (way != .failsAtOnce))
        if way == .answersAtOnce { #expect(answer.object as? String == "cached") }
    }
}

import TestSupport
import AFNetworkingCompat
import LoopbackServer

/// The result of a task or a verb.
struct TaskAnswer {
    var task: URLSessionTask?
    var response: URLResponse?
    var object: Any?
    var error: NSError?
    /// Whether `success` was called; `nil` for a completion handler.
    var isSuccess: Bool?
    let isOnMain = OnMain.isTrue

    var status: Int? { ((response ?? task?.response) as? HTTPURLResponse)?.statusCode }
    /// The body under AFNetworking's key.
    var failingData: Data? { error?.userInfo[AFNetworkingOperationFailingURLResponseDataErrorKey] as? Data }
    var failingResponse: HTTPURLResponse? {
        error?.userInfo[AFNetworkingOperationFailingURLResponseErrorKey] as? HTTPURLResponse
    }
}

/// Closures that record their arguments.
final class TaskAnswers: Sendable {
    private let events = Events<TaskAnswer>()

    var all: [TaskAnswer] { events.all }
    var success: AFTaskSuccess {
        { [events] in events.add(TaskAnswer(task: $0, object: $1, isSuccess: true)) }
    }
    var headSuccess: (URLSessionDataTask) -> Void {
        { [events] in events.add(TaskAnswer(task: $0, isSuccess: true)) }
    }
    var failure: AFTaskFailure {
        { [events] in events.add(TaskAnswer(task: $0, error: $1 as NSError, isSuccess: false)) }
    }
    var completion: (URLResponse, Any?, (any Error)?) -> Void {
        { [events] in events.add(TaskAnswer(response: $0, object: $1, error: $2.map { $0 as NSError })) }
    }
    var downloadCompletion: (URLResponse, URL?, (any Error)?) -> Void {
        { [events] in events.add(TaskAnswer(response: $0, object: $1, error: $2.map { $0 as NSError })) }
    }

    /// Returns the answer after everything that could deliver another has run.
    func only(of manager: AFURLSessionManager) async throws -> TaskAnswer {
        let first = try await events.first()
        await manager.drained()
        guard events.all.count == 1 else { throw Repeated(answers: "\(events.all)") }
        return first
    }

    @discardableResult
    func wait(for count: Int) async throws -> [TaskAnswer] { try await events.wait(for: count) }

    struct Repeated: Error { let answers: String }
}

extension AFURLSessionManager {
    /// Returns once the manager's queues, and then the main queue, have run what was put on them before.
    func drained() async {
        await withCheckedContinuation { continuation in
            operationQueue.addOperation { continuation.resume() }
        }
        if let completionQueue {
            await withCheckedContinuation { continuation in completionQueue.async { continuation.resume() } }
        }
        await OnMain.wait()
        await OnMain.wait()
    }
}

extension LoopbackServer {
    /// A server that answers everything with JSON.
    static func json(_ text: String = #"{"a": 1}"#, status: Int = 200) throws -> LoopbackServer {
        try LoopbackServer {
            try $0.respond(status: status, headers: ["Content-Type": "application/json"], body: text)
        }
    }

    /// Returns a manager whose base URL is one of this server's, and closures for the results of its tasks.
    func makeManager(_ path: String = "/") -> (AFHTTPSessionManager, TaskAnswers) {
        (AFHTTPSessionManager(baseURL: url(path), sessionConfiguration: .patient), TaskAnswers())
    }
}

import URLSerialization
import URLSerializationSession

extension HARRecorder {
    /// Returns a copy of a configuration whose URLSession is recorded as well.
    ///
    /// Redirections are entries, too. The response arrives in one piece, and the session's delegate is asked
    /// neither about redirections nor about challenges. Download tasks are not recorded, and a line on the standard
    /// error says so. All configurations of a process are recorded by the recorder that was asked last.
    public func configuration(_ configuration: URLSessionConfiguration = .default) -> URLSessionConfiguration {
        let plain = configuration.copy() as? URLSessionConfiguration ?? .default
        let recorded = configuration.copy() as? URLSessionConfiguration ?? .default
        recorded.protocolClasses = [RecordingProtocol.self] + (recorded.protocolClasses ?? [])
        RecordingProtocol.recording.withLock { $0 = (self, UncheckedSendable(plain)) }
        return recorded
    }
}

/// The protocol that sends the requests of another URLSession and records them.
final class RecordingProtocol: URLProtocol {
    fileprivate static let recording = Locked<(HARRecorder, UncheckedSendable<URLSessionConfiguration>)?>(nil)

    private let session = Locked<URLSession?>(nil)
    /// Foundation's own protocol, for a task that is not recorded.
    private var foundations: URLProtocol?

    override class func canInit(with request: URLRequest) -> Bool {
        recording.value != nil && ["http", "https"].contains(request.url?.scheme?.lowercased())
    }

    /// Asked on Apple's systems, where a download task is never begun.
    override class func canInit(with task: URLSessionTask) -> Bool {
        guard let request = task.currentRequest, canInit(with: request) else { return false }
        if task is URLSessionDownloadTask { logUnrecorded(request) }
        return !(task is URLSessionDownloadTask)
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    private static func logUnrecorded(_ request: URLRequest) {
        let url = request.url?.withoutSecrets?.absoluteString.printable ?? ""
        writeToStandardError("TrafficRecording: the download of \(url) is not recorded")
    }

    override func startLoading() {
        guard let (recorder, configuration) = Self.recording.value, let task, let client else { return }
        var exchange = Exchange(request)
        let source = Self.body(of: task)
        exchange.setBody(source, limit: recorder.bodyLimit)
        let isDownload = task is URLSessionDownloadTask
        let isHidden = task is URLSessionUploadTask && source == nil && request.httpBodyStream == nil
        if isDownload || isHidden {
            exchange.remark = "the body is not seen: Foundation does not show it"
            if isDownload { Self.logUnrecorded(request) } else { recorder.record(exchange) }
            let classes = configuration.value.protocolClasses ?? URLSessionConfiguration.default.protocolClasses ?? []
            let own = classes.compactMap { $0 as? URLProtocol.Type }.first { $0.canInit(with: request) }
            foundations = own?.init(task: task, cachedResponse: nil, client: client)
            foundations?.startLoading()
            return
        }
        let relay = Relay(self, recorder, exchange)
        let session = URLSession(configuration: configuration.value, delegate: relay, delegateQueue: nil)
        self.session.withLock { $0 = session }
        // URLSession on Linux waits here for its own queue, which all sessions share.
        DispatchQueue.global().async { [request] in
            switch source {
            case .file(let url): session.uploadTask(with: request, fromFile: url).resume()
            case .data(let data): session.uploadTask(with: request, from: data).resume()
            default: session.dataTask(with: request).resume()
            }
            session.finishTasksAndInvalidate()
        }
    }

    override func stopLoading() {
        session.value?.invalidateAndCancel()
        foundations?.stopLoading()
    }

    /// Returns the body of an upload task, which Foundation on Linux shows only by reflection.
    private static func body(of task: URLSessionTask) -> Uploadable? {
        let mirrors = sequence(first: Mirror(reflecting: task)) { $0.superclassMirror }
        let body = mirrors.lazy.flatMap(\.children).first { $0.label == "knownBody" }?.value
        guard let body, let known = Mirror(reflecting: body).children.first?.value,
            let content = Mirror(reflecting: known).children.first, task is URLSessionUploadTask
        else { return nil }
        switch content.value {
        case let url as URL: return .file(url)
        case let data as DispatchData: return .data(Data(data))
        default: return nil
        }
    }
}

/// The delegate of the session that sends a recorded request.
///
/// `@unchecked Sendable`: the session calls it on one queue.
private final class Relay: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let (origin, recorder): (URLProtocol, HARRecorder)
    private var exchange: Exchange

    init(_ origin: URLProtocol, _ recorder: HARRecorder, _ exchange: Exchange) {
        (self.origin, self.recorder, self.exchange) = (origin, recorder, exchange)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        exchange.response = response
        recorder.record(exchange)
        exchange = Exchange(request)
        completionHandler(request)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange.received.append(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchange.response = task.response as? HTTPURLResponse
        recorder.record(exchange)
        guard let client = origin.client else { return }
        if let error { return client.urlProtocol(origin, didFailWithError: error) }
        if let response = task.response {
            client.urlProtocol(origin, didReceive: response, cacheStoragePolicy: .notAllowed)
        }
        client.urlProtocol(origin, didLoad: exchange.received)
        client.urlProtocolDidFinishLoading(origin)
    }
}

import URLSerializationSession

/// The end of a request, and its handlers.
extension Request {
    /// Calls the handlers, whose serializers have run.
    package func callHandlers() {
        underlyingQueue.async { [self] in
            core.releaseTask()
            let handlers = record.withLock { record in
                defer { record.handlers = [] }
                return record.handlers
            }
            if handlers.isEmpty { reportEnd() }
            didFinish()
            delegate?.didFinish(self)
            ended.set(())
            for call in handlers { call() }
        }
    }

    /// Adds the handler of a response, and starts the request if it starts with its first handler. A request that has
    /// ended calls the handler at once.
    ///
    /// - Parameters:
    ///   - queue: The queue of the handler.
    ///   - asksRetriers: Whether the retriers decide about the response's error.
    ///   - startsAtOnce: Whether the request starts within the call.
    ///   - serialize: Makes the value on the queue of serializers.
    func respond<Value>(
        on queue: DispatchQueue, asksRetriers: Bool = true, startsAtOnce: Bool = false,
        _ serialize: @escaping @Sendable () throws -> Value,
        _ handler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        add(startsAtOnce: startsAtOnce) { [self] done in
            let start = ProcessInfo.processInfo.systemUptime
            let result = Result(catching: serialize).mapError(\.asSerializationError)
            let duration = asksRetriers ? ProcessInfo.processInfo.systemUptime - start : 0
            let (data, fileURL, resumeData) = received
            // Only the monitors and the handler use the value.
            let answer = UncheckedSendable(
                AFDataResponse(
                    request: request, response: response, data: data, fileURL: fileURL, resumeData: resumeData,
                    metrics: nil, serializationDuration: duration, result: result))
            underlyingQueue.perform { [self] in
                notify { $0.report(answer.value, of: $1) }
                let replaced = Locked<AFError?>(nil)
                let handle = { @Sendable in
                    queue.perform { handler(replaced.value.map { answer.value.with(.failure($0)) } ?? answer.value) }
                }
                let failure = asksRetriers ? answer.value.error : nil
                done(handle, failure.map { ($0, { error, _ in replaced.withLock { $0 = error } }) })
            }
        }
    }

    /// Adds a serializer, and starts the request if it starts with its first handler.
    func add(startsAtOnce: Bool = false, serializer: @escaping AFRequestRecord.Serializer) -> Self {
        let isLate = record.withLock { record in
            record.serializers?.append(serializer)
            if record.serializers == nil { record.lateHandlers += 1 }
            return record.serializers == nil
        }
        if isLate {
            callLate(serializer)
        } else if delegate == nil {
            fail(with: .sessionDeinitialized)
            core.cancel()
        } else if [.initialized, .suspended].contains(state),
            shouldAutomaticallyResume ?? delegate?.startRequestsImmediately == true
        {
            // Otherwise, calls that follow in the same expression still count.
            if startsAtOnce { resume() } else { underlyingQueue.async { self.resume() } }
        }
        return self
    }

    /// Calls a handler that was added after the end, which makes the request `resumed` until then. The retriers are not
    /// asked about its error.
    private func callLate(_ serializer: @escaping AFRequestRecord.Serializer) {
        underlyingQueue.async { [self] in
            serializationQueue.async {
                serializer { handler, _ in
                    self.set { $0.lateHandlers -= 1 }
                    handler()
                }
            }
        }
    }

    /// Calls a closure before the handlers, or soon if they were called.
    @discardableResult
    func whenFinished(_ handler: @escaping @Sendable () -> Void) -> Self {
        ended.whenSet { [underlyingQueue] in underlyingQueue.perform(handler) }
        return self
    }
}

extension EventMonitor {
    /// Calls the method for a request's kind and for an answer with or without a serializer.
    fileprivate func report<Value>(_ answer: AFDataResponse<Value>, of request: Request) {
        // Monitors declare their methods for `Sendable` values. At run time every type is `Sendable`.
        // swift-format-ignore: NeverForceUnwrap
        let type = (Value.self as Any) as! any Sendable.Type
        report(answer, as: type, of: request)
    }

    private func report<Value: Sendable>(_ answer: Any, as _: Value.Type, of request: Request) {
        switch (request, answer) {
        case (let data as DataRequest, let answer as AFDataResponse<Data?>):
            self.request(data, didParseResponse: answer)
        case (let data as DataRequest, let answer as AFDataResponse<Value>):
            self.request(data, didParseResponse: answer)
        case (let file as DownloadRequest, let answer as AFDownloadResponse<URL?>):
            self.request(file, didParseResponse: answer)
        case (let file as DownloadRequest, let answer as AFDownloadResponse<Value>):
            self.request(file, didParseResponse: answer)
        default: break
        }
    }
}

extension Error {
    /// The error as a serializer's error.
    var asSerializationError: AFError {
        asAFError(or: .responseSerializationFailed(reason: .customSerializationFailed(error: self)))
    }
}

extension RequestError {
    /// The error that Foundation would report, with this one as its underlying error: a `CocoaError` if a file cannot
    /// be placed, and otherwise a `URLError`.
    var asFoundationError: any Error {
        let userInfo: [String: Any] = [NSUnderlyingErrorKey: cause, NSLocalizedDescriptionKey: description]
        let code: URLError.Code
        switch cause {
        case is RequestError:
            if let placing { return CocoaError(placing, userInfo: userInfo) }
            code = transferCodes[kind] ?? .unknown
        case let error as RequestSerializationError where error.code == .unusableFile:
            code = fileCodes[(error.underlyingError as? NSError)?.code ?? 0] ?? .cannotOpenFile
        case let error as RequestSerializationError: code = requestCodes[error.code] ?? .badURL
        default: return cause
        }
        return URLError(code, userInfo: userInfo)
    }
}

private let transferCodes: [RequestError.Kind: URLError.Code] = [
    .redirection: .unsupportedURL, .bodyNotRepeatable: .requestBodyStreamExhausted,
    .file: .cannotWriteToFile, .resumeData: .cannotWriteToFile,
    .authentication: .userAuthenticationRequired, .noResponse: .badServerResponse,
    .invalidResponse: .badServerResponse, .partialContent: .badServerResponse,
]
private let requestCodes: [RequestSerializationError.Code: URLError.Code] = [
    .invalidURL: .unsupportedURL, .unreadableSource: .requestBodyStreamExhausted,
    .sourceConsumed: .requestBodyStreamExhausted, .sourceTooShort: .requestBodyStreamExhausted,
    .sourceTooLong: .requestBodyStreamExhausted,
]
private let fileCodes: [Int: URLError.Code] = [
    Int(ENOENT): .fileDoesNotExist, Int(EISDIR): .fileIsDirectory, Int(EACCES): .noPermissionsToReadFile,
]

import URLSerialization

// Declared outside the class, whose members would shadow an application's own types of the same name.

/// A closure that receives the task and the response serializer's object.
public typealias AFTaskSuccess = (URLSessionDataTask, Any?) -> Void

/// A closure that receives the task, or `nil` if the request could not be made, and the error.
public typealias AFTaskFailure = (URLSessionDataTask?, any Error) -> Void

extension AFHTTPSessionManager {
    /// Returns the absolute text of a path or URL. A text that is not a URL is returned unchanged, for the serializer
    /// to refuse.
    func absolute(_ URLString: String) -> String {
        guard let baseURL else { return URLString }
        // On Apple's systems an empty reference resolves to the base itself.
        if URLString.isEmpty { return baseURL.absoluteString }
        return URL(string: URLString, relativeTo: baseURL)?.absoluteString ?? URLString
    }

    /// Returns a request with the given headers, or `nil` after calling `failure` with the error.
    func made(
        _ headers: [String: String]?, _ failure: AFTaskFailure?, by make: () throws -> NSMutableURLRequest
    ) -> URLRequest? {
        do {
            var request = try make() as URLRequest
            try request.setHeaders(HTTPHeaders(headers ?? [:]))
            return request
        } catch {
            guard let failure else { return nil }
            let report = UncheckedSendable(failure)
            let reason = NSError.bridging(error)
            (completionQueue ?? .main).async { report.value(nil, reason) }
            return nil
        }
    }

    /// Returns a task that ends by calling either `success` or `failure`.
    func answering<Task: URLSessionDataTask>(
        _ success: AFTaskSuccess?, _ failure: AFTaskFailure?, by make: (@escaping Completion) -> Task
    ) -> Task {
        let end = UncheckedSendable { (task: Task, object: Any?, error: (any Error)?) in
            if let error { failure?(task, error) } else { success?(task, object) }
        }
        // The task and its handler retain each other until the handler has been called.
        let state = Locked<(task: Task?, early: [UncheckedSendable<(Any?, (any Error)?)>])>((nil, []))
        let task = make { _, object, error in
            let task = state.withLock { state in
                if state.task == nil { state.early.append(UncheckedSendable((object, error))) }
                return state.task
            }
            if let task { end.value(task, object, error) }
        }
        let early = state.withLock { state in
            state.task = task
            defer { state.early = [] }
            return state.early
        }
        // A subclass may call the handler itself, or resume the task, before it returns the task.
        for answer in early {
            (completionQueue ?? .main).async { end.value(task, answer.value.0, answer.value.1) }
        }
        return task
    }

    /// Returns a resumed task for a request without a multipart form.
    func send(
        _ method: String, _ URLString: String, _ parameters: Any?, _ headers: [String: String]?,
        uploadProgress: ProgressBlock? = nil, downloadProgress: ProgressBlock? = nil, _ success: AFTaskSuccess?,
        _ failure: AFTaskFailure?
    ) -> URLSessionDataTask? {
        resumed(
            dataTask(
                withHTTPMethod: method, urlString: URLString, parameters: parameters, headers: headers,
                uploadProgress: uploadProgress, downloadProgress: downloadProgress, success: success, failure: failure))
    }

    /// Returns the task after resuming it.
    func resumed(_ task: URLSessionDataTask?) -> URLSessionDataTask? {
        task?.resume()
        return task
    }
}

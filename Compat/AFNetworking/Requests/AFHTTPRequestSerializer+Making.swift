import URLSerialization

extension AFHTTPRequestSerializer {
    /// Returns a request, or an error and a request that cannot be sent.
    ///
    /// Without a pointer the error is logged, because the caller would not see it otherwise.
    func answer(
        _ method: String, _ error: NSErrorPointer, by make: () throws -> NSMutableURLRequest
    ) -> NSMutableURLRequest {
        do {
            return try make()
        } catch let failure {
            let failure = NSError.bridging(failure)
            if let error {
                error.pointee = failure
            } else {
                NSLog("%@", "\(type(of: self)): \(failure.explanation)" as NSString)
            }
            return .refused(method: method)
        }
    }

    /// Returns the request of a method with a pointer, or throws the error that it sets.
    func throwing(_ make: (NSErrorPointer) -> NSMutableURLRequest) throws -> NSMutableURLRequest {
        var error: NSError?
        let request = make(&error)
        if let error { throw error }
        return request
    }

    /// Returns the core's form of a block that makes queries.
    static func queryString(
        _ block: @escaping (URLRequest, Any, NSErrorPointer) -> String?
    ) -> @Sendable (URLRequest, Any) throws -> String {
        // Called on the thread that makes a request. An Objective-C block's type cannot express that this is safe.
        let given = UncheckedSendable(block)
        return { request, parameters in
            var error: NSError?
            let query = given.value(request, parameters, &error)
            if let error { throw error }
            return query ?? ""
        }
    }

    /// Returns a request with default headers, and the parameters in its URL or its body.
    ///
    /// - Throws: The error of the core's serializer.
    func serialize(_ request: URLRequest, _ parameters: Any?, _ settings: RequestSerializerSettings) throws
        -> URLRequest
    {
        let serializer = settings.core
        do {
            return try serializer.serialize(request, with: parameters)
        } catch let refusal as RequestSerializationError where refusal.code == .parametersNotDictionary {
            // An error from the caller's own block, even of this kind, is thrown.
            guard settings.configuration.queryString == nil, let keyed = parameters.flatMap(KeylessParameters.keyed)
            else { throw refusal }
            return try serializer.serialize(request, with: keyed)
        } catch let refusal as RequestSerializationError
            where self is AFJSONRequestSerializer && refusal.field == nil
            && !settings.configuration.methodsEncodingParametersInURI.contains(
                request.httpMethod?.uppercased() ?? "GET")
        {
            throw NSError.invalidJSON(refusal)
        }
    }

    /// Returns a request with the settings that were set, and with the parameters as the dynamic class serializes them.
    ///
    /// - Parameter error: The caller's pointer. A subclass sees it, and may set an error in it while it returns a
    ///   request.
    func newRequest(
        method: String, urlString: String, parameters: Any?, settings: RequestSerializerSettings, error: NSErrorPointer
    ) throws -> NSMutableURLRequest {
        var request = URLRequest(url: try urlString.asURL())
        request.httpMethod = method
        try settings.configuration.applySettings(to: &request)
        if isOfThisModule { return .copy(of: try serialize(request, parameters, settings)) }
        var own: NSError?
        let serialized = withUnsafeMutablePointer(to: &own) { own in
            self.request(bySerializingRequest: request, withParameters: parameters, error: error ?? own)
        }
        if let serialized { return .copy(of: serialized) }
        throw error?.pointee ?? own ?? Self.errorOfSilence(of: self)
    }

    /// Returns a request with a multipart form, based on the request that the dynamic class makes without parameters.
    func newMultipartRequest(
        method: String, urlString: String, parameters: [String: Any]?, block: ((any AFMultipartFormData) -> Void)?
    ) throws -> NSMutableURLRequest {
        guard method != "GET", method != "HEAD" else { throw RequestSerializationError.methodWithoutBody(method) }
        let settings = currentSettings
        let request =
            isOfThisModule
            ? try newRequest(method: method, urlString: urlString, parameters: nil, settings: settings, error: nil)
            : try request(withMethod: method, urlString: urlString, parameters: nil)
        let configuration = settings.configuration
        var form = MultipartForm(boundary: MultipartBoundary(), encoding: configuration.stringEncoding)
        if let parameters {
            try form.append(
                parameters: parameters, style: configuration.queryStyle, maximumDepth: configuration.maximumDepth)
        }
        let formData = StreamingMultipartFormData(form)
        block?(formData)
        guard let body = try formData.finish() else { return request }
        var multipartRequest = (request as URLRequest).mutableCopy
        multipartRequest.multipartBody = body
        return .copy(of: multipartRequest)
    }

    /// Returns the error of a subclass that returned `nil` without an error.
    private static func errorOfSilence(of serializer: AFHTTPRequestSerializer) -> NSError {
        let reason =
            "\(type(of: serializer)) returned no request and no error. Have its "
            + "request(bySerializingRequest:withParameters:error:) set error?.pointee before it returns nil."
        return NSError(
            domain: AFURLRequestSerializationErrorDomain, code: NSURLErrorCannotDecodeContentData,
            userInfo: [NSLocalizedDescriptionKey: reason, NSLocalizedFailureReasonErrorKey: reason])
    }
}

extension AFHTTPRequestSerializer: SettingsHolder {
    /// Returns the settings in an archive of the dynamic class.
    static func archivedSettings(in coder: NSCoder) throws -> RequestSerializerSettings {
        let type = type(of: core)
        let core = try SerializerArchive.decode(type, from: coder)
        return RequestSerializerSettings(core: core)
    }

    /// Replaces each of the six settings that was set with the value of its getter.
    func askObservedGetters(for configuration: inout HTTPRequestConfiguration) {
        if configuration.allowsCellularAccess != nil { configuration.allowsCellularAccess = allowsCellularAccess }
        if configuration.cachePolicy != nil { configuration.cachePolicy = cachePolicy }
        if configuration.httpShouldHandleCookies != nil {
            configuration.httpShouldHandleCookies = httpShouldHandleCookies
        }
        if configuration.httpShouldUsePipelining != nil {
            configuration.httpShouldUsePipelining = httpShouldUsePipelining
        }
        if configuration.networkServiceType != nil { configuration.networkServiceType = networkServiceType }
        if configuration.timeoutInterval != nil { configuration.timeoutInterval = timeoutInterval }
    }
}

/// The settings of a request serializer. Each class uses its own and its superclass's; the others keep their defaults.
struct RequestSerializerSettings: CoreSettings {
    var core: any CoreRequestSerializer

    var configuration: HTTPRequestConfiguration {
        get { core.configuration }
        set { core.configuration = newValue }
    }

    /// The settings without closures, as AFNetworking archives them.
    ///
    /// A query style and strategies with closures, which AFNetworking does not have, are replaced by the defaults.
    var archivable: RequestSerializerSettings {
        var settings = self
        settings.configuration.queryString = nil
        func isArchivable(_ choice: some Encodable) -> Bool { (try? JSONEncoder().encode([choice])) != nil }
        if !isArchivable(configuration.queryStyle) { settings.configuration.queryStyle = .afNetworking }
        guard let json = core as? JSONRequestSerializer else { return settings }
        if !isArchivable(json.dateStrategy) { settings.set(\JSONRequestSerializer.dateStrategy, .refused) }
        if !isArchivable(json.dataStrategy) { settings.set(\JSONRequestSerializer.dataStrategy, .refused) }
        return settings
    }
}

/// The core serializer behind a class of this module.
typealias CoreRequestSerializer = HTTPRequestSerialization & Codable

/// Parameters that are not a dictionary. AFNetworking sends them under an empty key.
///
/// | parameters | query or form body | multipart fields |
/// |---|---|---|
/// | `[]`, an empty set | empty | none |
/// | `"text"` | `=text` | `text`, with an empty name |
/// | `NSNull()` | empty | none |
/// | a set of `1` and `2` | `=1&=2` | `1` and `2`, with empty names |
/// | `[1]`, a set of collections | an error | an error |
enum KeylessParameters {
    /// Returns the parameters under an empty key, or `nil` if they are a dictionary, an array or a set of collections.
    static func keyed(_ parameters: Any) -> [String: Any]? {
        let values =
            if case .set(let elements)? = try? ParameterNode(classifying: parameters) { elements } else { [parameters] }
        return values.allSatisfy(isLeaf) ? ["": parameters] : nil
    }

    private static func isLeaf(_ value: Any) -> Bool {
        switch try? ParameterNode(classifying: value) {
        case .leaf, .object: true
        default: false
        }
    }

    /// Returns the fields of a multipart form. AFNetworking accepts any object and uses it as a dictionary.
    ///
    /// - Throws: `RequestSerializationError` for a non-empty array and a dictionary with keys other than text.
    static func fields(_ parameters: Any?) throws -> [String: Any]? {
        guard let parameters else { return nil }
        if let fields = parameters as? [String: Any] { return fields }
        switch try? ParameterNode(classifying: parameters) {
        case .leaf(.null): return nil
        case .array(let elements) where elements.count == 0: return nil
        default: if let fields = keyed(parameters) { return fields }
        }
        throw RequestSerializationError(
            .unsupportedValue, field: "parameters",
            reason: "A form's fields are made of a dictionary with text for keys, not of \(type(of: parameters)). Give "
                + "one, or append parts in the block.")
    }
}

extension NSMutableURLRequest {
    /// Returns a mutable request with all properties of another.
    static func copy(of request: URLRequest) -> NSMutableURLRequest {
        // Foundation on Linux ends the process when it copies a request without a URL.
        guard request.url == nil else {
            if let copy = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest { return copy }
            preconditionFailure("The mutable copy of a request is always an NSMutableURLRequest.")
        }
        var standIn = request.mutableCopy
        standIn.url = refusedURL
        let copy = copy(of: standIn)
        copy.url = nil
        return copy
    }

    /// Returns a request that cannot be sent, for a method that must return one even with an error.
    static func refused(method: String) -> NSMutableURLRequest {
        let request = NSMutableURLRequest(url: refusedURL)
        // Checked, because on Linux a method with CR and LF would be sent.
        if HTTPSyntax.isToken(method) { request.httpMethod = method }
        return request
    }

    /// A URL that cannot be loaded: sessions answer it with an error.
    private static let refusedURL = URL(string: "about:invalid") ?? URL(fileURLWithPath: "/dev/null")
}

extension URLRequest {
    /// Writes the body stream to a file on a separate thread, and then calls the handler on the main queue.
    func writeBodyStream(to url: URL, completion: (((any Error)?) -> Void)?) {
        // The handler is called once on the main queue, as in AFNetworking.
        let completion = UncheckedSendable(completion)
        let finish = { @Sendable (result: Result<Void, any Error>) -> Void in
            switch result {
            case .success: completion.value?(nil)
            case .failure(let error): completion.value?(NSError.bridging(error))
            }
        }
        if let body = multipartBody {
            body.write(to: url, completion: finish)
            return
        }
        // From now on only the thread uses the stream; AFNetworking requires the same of its callers.
        let stream = UncheckedSendable(httpBodyStream)
        Thread.detachNewThread {
            let result = Result { try stream.value.write(to: url) }
            DispatchQueue.main.async { finish(result) }
        }
    }
}

extension InputStream? {
    fileprivate func write(to url: URL) throws {
        guard let self else {
            throw RequestSerializationError(
                .noMultipartBody, field: "httpBodyStream",
                reason: "The request has no body stream to write. Make it by multipartFormRequest, with a part.")
        }
        let replacement = try FileReplacement(of: url)
        do {
            let reader = try StreamReader(self)
            try replacement.write(bufferSize: 64 * 1024) { try reader.read(into: $0) }
        } catch let error as RequestSerializationError where error.code == .unreadableSource {
            throw RequestSerializationError(
                .unreadableSource, field: "httpBodyStream",
                reason: "The body stream cannot be read. Make the request anew.",
                underlyingError: error.underlyingError)
        }
    }
}

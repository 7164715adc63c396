import URLSerialization

extension AFHTTPRequestSerializer {
    /// Returns a request, or an error and a request that cannot be sent.
    ///
    /// Without a pointer the error goes to the log, because the caller cannot see it otherwise.
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

    /// Returns a request with default headers, and the parameters in its URL or its body.
    ///
    /// - Throws: The error of the core's serializer.
    func serialize(_ request: URLRequest, _ parameters: Any?, _ settings: RequestSettings) throws -> URLRequest {
        let serializer = coreSerializer(settings)
        do {
            return try serializer.serialize(request, with: parameters)
        } catch let refusal as RequestSerializationError where refusal.code == .parametersNotDictionary {
            // An error of the caller's own block, even of this kind, is the call's error.
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
    /// - Parameter error: The caller's pointer, which a subclass sees, and in which it may set an error with a
    ///   request.
    func newRequest(
        method: String, urlString: String, parameters: Any?, settings: RequestSettings, error: NSErrorPointer
    ) throws -> NSMutableURLRequest {
        var request = URLRequest(url: try urlString.asURL())
        request.httpMethod = method
        try settings.configuration.applySettings(to: &request)
        if isOfThisModule { return .copy(of: try serialize(request, parameters, settings)) }
        var own: NSError?
        let serialized =
            if let error {
                self.request(bySerializingRequest: request, withParameters: parameters, error: error)
            } else {
                self.request(bySerializingRequest: request, withParameters: parameters, error: &own)
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

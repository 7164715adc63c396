import AFNetworkingCompat
import TestSupport
import URLSerialization

/// The module AFNetworkingCompat with AFNetworking's own names.
struct AFNetworkingSubject: SerializerSubject {
    var module: String { "AFNetworkingCompat" }
    var takesErrorPointers: Bool { true }
    var sendsKeylessParameters: Bool { true }
    var reportsEachRefusedPart: Bool { false }

    func escape(_ text: String) -> String { AFPercentEscapedStringFromString(text) }

    func query(of parameters: Any) throws -> String {
        // The function cannot report an error, but a serializer can, and refuses the same parameters.
        let request = try request(
            URLRequest(url: "http://example.com/".asURL()), parameters, by: AFHTTPRequestSerializer())
        guard case .dictionary? = try? ParameterNode(classifying: parameters) else {
            // The function's type accepts only a dictionary.
            return request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }?.percentEncodedQuery
                ?? ""
        }
        return AFQueryStringFromParameters(try Self.dictionary(parameters))
    }

    // MARK: - Parameters

    /// Returns parameters as a dictionary with keys of a type.
    ///
    /// - Throws: ``InexpressibleInput`` for parameters that are not a dictionary, or whose keys such a dictionary
    ///   cannot distinguish.
    private static func dictionary<Key: Hashable>(_ parameters: Any) throws -> [Key: Any] {
        guard case .dictionary(let entries, _)? = try? ParameterNode(classifying: parameters) else {
            throw InexpressibleInput(reason: "parameters that are no dictionary, which AFNetworking's type forbids")
        }
        let inexpressible = InexpressibleInput(reason: "keys that a dictionary of AFNetworking's type cannot hold")
        return try entries.reduce(into: [:]) { dictionary, entry in
            guard let key = entry.key as? Key else { throw inexpressible }
            guard dictionary.updateValue(entry.value, forKey: key) == nil else { throw inexpressible }
        }
    }

    // MARK: - Requests

    func request(_ input: RequestInput) throws -> URLRequest {
        let serializer = serializer(input.serializer)
        for header in input.serializerHeaders { serializer.setValue(header.value, forHTTPHeaderField: header.name) }
        if let methods = input.methodsInURI { serializer.httpMethodsEncodingParametersInURI = methods }
        if input.isMadeBySerializer {
            return try serializer.request(
                withMethod: input.method, urlString: input.url, parameters: input.parameters) as URLRequest
        }
        return try request(input.request(), input.parameters, by: serializer)
    }

    private func request(
        _ request: URLRequest, _ parameters: Any?, by serializer: AFHTTPRequestSerializer
    ) throws -> URLRequest {
        var error: NSError?
        let request = serializer.request(bySerializingRequest: request, withParameters: parameters, error: &error)
        if let error { throw error }
        guard let request else { throw VectorError("neither a request nor an error") }
        return request
    }

    private func serializer(_ input: RequestInput.Serializer) -> AFHTTPRequestSerializer {
        switch input {
        case .http: return AFHTTPRequestSerializer()
        case .json(let options):
            let serializer = AFJSONRequestSerializer()
            serializer.writingOptions = options
            return serializer
        case .propertyList(let format):
            let serializer = AFPropertyListRequestSerializer()
            serializer.format = format
            return serializer
        }
    }

    // MARK: - Forms

    func form(_ input: FormInput, in folder: ScratchFolder) throws -> FormRequest {
        let parameters: [String: Any]? = try input.parameters.map { try Self.dictionary($0) }
        var errors: [(any Error)?] = []
        let request =
            try AFHTTPRequestSerializer().multipartFormRequest(
                withMethod: input.method, urlString: input.url, parameters: parameters,
                constructingBodyWith: { form in
                    errors = input.partErrors { try $0.append(to: form, in: folder) }
                }) as URLRequest
        let type = request.value(forHTTPHeaderField: "Content-Type") ?? ""
        let boundary = type.components(separatedBy: "; boundary=").dropFirst().joined()
        return FormRequest(
            partErrors: errors, request: request, requestOfDefaultBoundary: request, boundary: boundary)
    }

    // MARK: - Responses

    func response(_ input: ResponseInput) -> VectorAnswer {
        let serializer = serializer(input.serializer)
        guard input.passesError else {
            return .response(
                object: serializer.responseObject(for: input.response, data: input.data, error: nil), error: nil)
        }
        var error: NSError?
        let object = serializer.responseObject(for: input.response, data: input.data, error: &error)
        return .response(object: object, error: error)
    }

    private func serializer(_ input: ResponseInput.Serializer) -> AFHTTPResponseSerializer {
        let serializer: AFHTTPResponseSerializer
        switch input.kind {
        case .http: serializer = AFHTTPResponseSerializer()
        case .json(let options, let removesNulls):
            let json = AFJSONResponseSerializer()
            json.readingOptions = options
            json.removesKeysWithNullValues = removesNulls
            serializer = json
        case .propertyList: serializer = AFPropertyListResponseSerializer()
        case .image: serializer = AFImageResponseSerializer()
        case .xmlParser: serializer = AFXMLParserResponseSerializer()
        case .xmlDocument: serializer = AFXMLDocumentResponseSerializer()
        case .compound(let serializers):
            serializer = AFCompoundResponseSerializer.compoundSerializer(
                withResponseSerializers: serializers.map(self.serializer))
        }
        if let codes = input.acceptableStatusCodes { serializer.acceptableStatusCodes = codes }
        if let types = input.acceptableContentTypes { serializer.acceptableContentTypes = types }
        return serializer
    }
}

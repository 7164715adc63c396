import TestSupport
import URLSerializationImages
import URLSerializationXML

/// The package's own API.
struct CoreSubject: SerializerSubject {
    var module: String { "URLSerialization" }
    var takesErrorPointers: Bool { false }
    var sendsKeylessParameters: Bool { false }
    var reportsEachRefusedPart: Bool { true }

    func escape(_ text: String) -> String { PercentEscaper.afNetworking.escape(text) }

    func query(of parameters: Any) throws -> String { try QueryStringSerializer().string(from: parameters) }

    func request(_ input: RequestInput) throws -> URLRequest {
        var serializer: any HTTPRequestSerialization =
            switch input.serializer {
            case .http: HTTPRequestSerializer()
            case .json(let options): JSONRequestSerializer(writingOptions: options)
            case .propertyList(let format): PropertyListRequestSerializer(format: format)
            }
        for header in input.serializerHeaders {
            serializer.configuration.headers.update(name: header.name, value: header.value)
        }
        if let methods = input.methodsInURI { serializer.configuration.methodsEncodingParametersInURI = methods }
        guard input.isMadeBySerializer else {
            return try serializer.serialize(input.request(), with: input.parameters)
        }
        return try serializer.request(
            method: HTTPMethod(rawValue: input.method), url: input.url, parameters: input.parameters)
    }

    func form(_ input: FormInput, in folder: ScratchFolder) throws -> FormRequest {
        func form(_ boundary: MultipartBoundary) throws -> (request: URLRequest, errors: [(any Error)?]) {
            var errors: [(any Error)?] = []
            let request = try HTTPRequestSerializer().multipartRequest(
                method: HTTPMethod(rawValue: input.method), url: input.url, parameters: input.parameters,
                boundary: boundary
            ) { form in
                errors = input.partErrors { try $0.append(to: &form, in: folder) }
            }
            return (request, errors)
        }
        let made = try form(MultipartBoundary(FormInput.boundary))
        return FormRequest(
            partErrors: made.errors, request: made.request,
            requestOfDefaultBoundary: try form(MultipartBoundary()).request, boundary: FormInput.boundary)
    }

    func response(_ input: ResponseInput) -> VectorAnswer {
        let answer = serializer(input.serializer).serializeErased(input.response, data: input.data)
        return .response(object: answer.object, error: answer.error)
    }

    private func serializer(_ input: ResponseInput.Serializer) -> any ResponseSerialization {
        func configured(_ serializer: some HTTPResponseSerialization) -> any ResponseSerialization {
            var serializer = serializer
            configure(&serializer.configuration)
            return serializer
        }
        func configure(_ configuration: inout HTTPResponseConfiguration) {
            if let codes = input.acceptableStatusCodes { configuration.acceptableStatusCodes = codes }
            if let types = input.acceptableContentTypes { configuration.acceptableContentTypes = types }
        }
        switch input.kind {
        case .http: return configured(HTTPResponseSerializer())
        case .json(let options, let removesNulls):
            return configured(
                JSONResponseSerializer(readingOptions: options, nullRemoval: removesNulls ? .everywhere : .kept))
        case .propertyList: return configured(PropertyListResponseSerializer())
        case .image: return configured(ImageResponseSerializer())
        case .xmlParser: return configured(XMLParserResponseSerializer())
        case .xmlDocument: return configured(XMLDocumentResponseSerializer())
        case .compound(let serializers):
            var serializer = CompoundResponseSerializer(serializers.map(self.serializer))
            configure(&serializer.configuration)
            return serializer
        }
    }
}

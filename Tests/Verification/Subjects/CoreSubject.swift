import TestSupport
import URLSerialization
import URLSerializationImages
import URLSerializationXML

/// The package's own API.
struct CoreSubject: VectorSubject {
    var module: String { "URLSerialization" }
    var takesErrorPointers: Bool { false }
    var sendsKeylessParameters: Bool { false }
    var tellsOfEachRefusedPart: Bool { true }

    func escape(_ text: String) -> String { PercentEscaper.afNetworking.escape(text) }

    func query(of parameters: Any) throws -> String { try QueryStringSerializer().string(from: parameters) }

    // MARK: - Requests

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

    // MARK: - Forms

    func form(_ replay: MultipartReplay, in folder: ScratchFolder) throws -> MultipartRequest {
        let (request, errors) = try request(replay, MultipartBoundary(MultipartReplay.boundary), in: folder)
        let (other, _) = try self.request(replay, MultipartBoundary(), in: folder)
        return MultipartRequest(
            partErrors: errors, request: request, requestOfDefaultBoundary: other, boundary: MultipartReplay.boundary)
    }

    private func request(
        _ replay: MultipartReplay, _ boundary: MultipartBoundary, in folder: ScratchFolder
    ) throws -> (URLRequest, [(any Error)?]) {
        var errors: [(any Error)?] = []
        let request = try HTTPRequestSerializer().multipartRequest(
            method: HTTPMethod(rawValue: replay.method), url: replay.url, parameters: replay.parameters,
            boundary: boundary
        ) { form in
            for part in replay.parts {
                do {
                    try part.append(to: &form, in: folder)
                    errors.append(nil)
                } catch {
                    errors.append(error)
                }
            }
        }
        return (request, errors)
    }

    // MARK: - Responses

    func object(of response: URLResponse, _ input: ResponseInput) -> ResponseAnswer {
        let answer = serializer(input.serializer).serializeErased(response, data: input.data)
        return ResponseAnswer(object: answer.object, error: answer.error)
    }

    private func serializer(_ input: ResponseInput.Serializer) -> any ResponseSerialization {
        switch input.kind {
        case .http: configured(HTTPResponseSerializer(), by: input)
        case .json(let options, let removesNulls):
            configured(
                JSONResponseSerializer(
                    readingOptions: options, nullRemoval: removesNulls ? .everywhere : .kept), by: input)
        case .propertyList: configured(PropertyListResponseSerializer(), by: input)
        case .image: configured(ImageResponseSerializer(), by: input)
        case .xmlParser: configured(XMLParserResponseSerializer(), by: input)
        case .xmlDocument: configured(XMLDocumentResponseSerializer(), by: input)
        case .compound(let serializers):
            compound(serializers.map(serializer), by: input)
        }
    }

    private func configured(
        _ serializer: some HTTPResponseSerialization, by input: ResponseInput.Serializer
    ) -> any ResponseSerialization {
        var serializer = serializer
        configure(&serializer.configuration, by: input)
        return serializer
    }

    private func compound(
        _ serializers: [any ResponseSerialization], by input: ResponseInput.Serializer
    ) -> any ResponseSerialization {
        var serializer = CompoundResponseSerializer(serializers)
        configure(&serializer.configuration, by: input)
        return serializer
    }

    private func configure(_ configuration: inout HTTPResponseConfiguration, by input: ResponseInput.Serializer) {
        if let codes = input.acceptableStatusCodes { configuration.acceptableStatusCodes = codes }
        if let types = input.acceptableContentTypes { configuration.acceptableContentTypes = types }
    }
}

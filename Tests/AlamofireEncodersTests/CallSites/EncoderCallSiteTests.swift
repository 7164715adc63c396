import AlamofireEncoders
import Testing

/// Calls as in programs written for Alamofire, in a file that imports this module instead and no other module of the
/// package.
@Suite struct EncoderCallSiteTests {
    private struct Login: Encodable, Sendable {
        let name: String
        let remember: Bool
    }

    private static let login = Login(name: "é", remember: true)

    private func send(_ login: Login, encoder: any ParameterEncoder) throws -> URLRequest {
        try encoder.encode(login, into: URLRequest(url: "https://example.com", method: .post))
    }

    @Test func encodersAreNamedByTheProtocol() throws {
        let sorted = JSONEncoder()
        sorted.outputFormatting = .sortedKeys
        let literal = URLEncodedFormEncoder(boolEncoding: .literal)
        #expect(try send(Self.login, encoder: .json).headers["Content-Type"] == "application/json")
        let json = try send(Self.login, encoder: .json(encoder: sorted))
        #expect(json.httpBody == Data(#"{"name":"é","remember":true}"#.utf8))
        #expect(try send(Self.login, encoder: .urlEncodedForm).httpBody == Data("name=%C3%A9&remember=1".utf8))
        let form = try send(Self.login, encoder: .urlEncodedForm(encoder: literal, destination: .queryString))
        #expect(form.url?.absoluteString == "https://example.com?name=%C3%A9&remember=true")
    }

    @Test func customEncoderConforms() throws {
        #expect(try send(Self.login, encoder: PlainEncoder()).httpBody?.isEmpty == false)
    }

    @Test func subclassesOverride() throws {
        let json = try send(Self.login, encoder: VersionedJSONEncoder())
        #expect(json.headers["Content-Type"] == "application/vnd.example.v2+json")
        #expect(json.httpBody?.isEmpty == false)
        let form = try send(Self.login, encoder: MarkedFormEncoder(destination: .httpBody))
        #expect(form.headers["X-Form"] == "1")
        #expect(form.httpBody == Data("name=%C3%A9&remember=1".utf8))
    }

    @Test func strategiesAreNamedAsInAlamofire() throws {
        let encoder = URLEncodedFormEncoder(
            alphabetizeKeyValuePairs: false, arrayEncoding: .custom { "\($0).\($1)" }, boolEncoding: .numeric,
            dataEncoding: .deferredToData, dateEncoding: .formatted(DateFormatter()), keyEncoding: .convertToKebabCase,
            keyPathEncoding: .init { ":\($0)" }, nilEncoding: .dropValue, spaceEncoding: .plusReplaced,
            allowedCharacters: .afURLQueryAllowed)
        let parameters: URLEncodedFormParameterEncoder = .init(encoder: encoder, destination: .httpBody)
        #expect(parameters.encoder === encoder)
        #expect(parameters.encoder.alphabetizeKeyValuePairs == false)
    }
}

private struct PlainEncoder: ParameterEncoder {
    func encode<Parameters: Encodable & Sendable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest {
        var request = request
        request.httpBody = try parameters.map { try JSONEncoder().encode($0) }
        return request
    }
}

private final class VersionedJSONEncoder: JSONParameterEncoder, @unchecked Sendable {
    override func encode<Parameters: Encodable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest {
        var request = try super.encode(parameters, into: request)
        request.headers.update(.contentType("application/vnd.example.v2+json"))
        return request
    }
}

private final class MarkedFormEncoder: URLEncodedFormParameterEncoder, @unchecked Sendable {
    override func encode<Parameters: Encodable>(
        _ parameters: Parameters?, into request: URLRequest
    ) throws -> URLRequest {
        var request = request
        request.headers["X-Form"] = "1"
        return try super.encode(parameters, into: request)
    }
}

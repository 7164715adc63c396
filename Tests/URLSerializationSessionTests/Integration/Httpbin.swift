import URLSerializationSession

/// httpbin on this machine, if the environment names one.
enum Httpbin {
    /// `http://127.0.0.1:PORT`, as `.ci/servers/start` writes it.
    static let address = ProcessInfo.processInfo.environment["HTTPBIN"]?.trimmingCharacters(in: .whitespacesAndNewlines)

    static func at(_ path: String) -> String { (address ?? "") + path }

    /// The same server under another name, which is another origin.
    static func elsewhere(_ path: String) -> String {
        at(path).replacingOccurrences(of: "//127.0.0.1:", with: "//localhost:")
    }

    /// The address of a redirection with a status.
    static func redirection(_ status: Int, to url: String) -> String {
        var components = URLComponents()
        components.path = "/redirect-to"
        components.queryItems = [
            URLQueryItem(name: "status_code", value: "\(status)"), URLQueryItem(name: "url", value: url),
        ]
        return at(components.string ?? "")
    }
}

/// The request that httpbin reports.
struct Echo: Decodable, Sendable {
    let method: String?
    let url: String
    let args: [String: Texts]?
    let headers: [String: String]
    let form: [String: Texts]?
    let files: [String: Texts]?
    /// A body that is not a form, as a `data:` URL if it is not UTF-8.
    let data: String?
    let json: ParameterValue?
}

enum Texts: Decodable, Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    case one(String)
    case several([String])

    init(stringLiteral text: String) { self = .one(text) }
    init(arrayLiteral texts: String...) { self = .several(texts) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .one(text)
        } else {
            self = .several(try container.decode([String].self))
        }
    }
}

extension DataRequest {
    /// Returns the request that httpbin reports.
    func echo() async throws -> Echo { try await decode(Echo.self) }
}

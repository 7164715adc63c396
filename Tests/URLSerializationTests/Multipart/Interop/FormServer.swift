import Testing
import URLSerialization

/// A server started by `.ci/servers/start`, which answers with its framework's reading.
struct FormServer {
    /// The frameworks whose parsers read the forms. Either all of them are started or none.
    enum Framework: String, CaseIterable, Sendable {
        case werkzeug, django, starlette, php
    }

    let framework: Framework
    let url: URL

    /// The file with a line `name=address` for each server; `nil` to run the tests without servers.
    static let listPath = ProcessInfo.processInfo.environment["FORM_SERVERS"]

    /// - Throws: If the list cannot be read or the server is not in it.
    init(_ framework: Framework) throws {
        self.framework = framework
        let list = try String(contentsOfFile: try #require(Self.listPath), encoding: .utf8)
        let addresses = list.split(separator: "\n").filter { $0.hasPrefix("\(framework)=") }
        let address = try #require(addresses.first, "There is no \(framework) in \(list)")
        url = try #require(URL(string: String(address.dropFirst("\(framework)=".count))))
    }

    /// The names of the servers in the list.
    static func listedNames() throws -> [String] {
        let list = try String(contentsOfFile: try #require(listPath), encoding: .utf8)
        return list.split(separator: "\n").map { String($0.prefix { $0 != "=" }) }
    }

    /// Posts a form, and checks that the head of its request is right.
    ///
    /// - Returns: The form that the server read.
    func post(_ form: SentForm, by route: UploadRoute) async throws -> ReceivedForm {
        var request = try await form.request(to: url)
        request.timeoutInterval = 600
        let body = try #require(request.multipartBody)
        let (data, response) = try await route.upload(request)
        let status = try #require(response as? HTTPURLResponse).statusCode
        try #require(status == 200, "\(framework): \(String(decoding: data, as: UTF8.self))")
        let received = try JSONDecoder().decode(ReceivedForm.self, from: data)
        #expect(received.headers["content-type"] == body.contentType)
        #expect(received.headers["content-length"] == String(body.contentLength))
        #expect(received.headers["transfer-encoding"] == .some(nil))
        return received
    }
}

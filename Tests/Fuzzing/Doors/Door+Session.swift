@testable import URLSerialization
@testable import URLSerializationSession
@testable import URLSerializationTransport

extension Door {
    /// The doors for servers and stored files.
    static let session = [
        machine,
        Door(name: "head", check: head),
        Door(name: "coding", check: coding),
        Door(name: "cookies", check: cookies),
        Door(name: "challenge", check: challenge),
        Door(name: "certificate") { input in
            // The same bytes within a larger block.
            let slice = (Data([0x30]) + input + Data([0x30])).dropFirst().dropLast()
            let certificate = Certificate(Data(input))
            try claim("a slice is another certificate", Certificate(slice) == certificate)
            guard let certificate else { return }
            try claim("other bytes", certificate.bytes.elementsEqual(input))
            try claim("the key \(certificate.key)", Data(base64Encoded: certificate.key)?.count == 32)
        },
        Door(name: "resume-data") { input in
            guard let read = try allowing(RequestError.self, { try ResumeData(Data(input)) }) else { return }
            try claim("\(read.length) bytes", read.length > 0)
            let copy = try read.data.map(ResumeData.init(_:))
            try claim(
                "\(read) is read back as \(copy as Any)",
                copy?.data == read.data && copy?.length == read.length && copy?.version == read.version
                    && copy?.request == read.request
                    && copy?.request.allHTTPHeaderFields == read.request.allHTTPHeaderFields)
            // As before it is sent.
            guard try allowing(RequestSerializationError.self, { try RequestCheck.validate(read.request) }) != nil
            else { return }
            for (name, value) in read.request.allHTTPHeaderFields ?? [:] { try checkField(name, value) }
            try checkField("If-Range", read.version.validator)
        },
    ]

    private static let url = URL(string: "https://a.example/b/c?d=e") ?? URL(fileURLWithPath: "/")

    /// A head: its response, the rules of framing, the name of the file, the request that a redirection asks for.
    @Sendable private static func head(_ input: [UInt8]) throws {
        #if os(Linux)
            guard let head = ResponseHead(input, of: url), let response = head.http else { return }
        #else
            let fields = ["Content-Disposition": String(decoding: input, as: UTF8.self)]
            guard let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields)
            else { return }
            let head = ResponseHead(response)
        #endif
        // Foundation's response, which is made when it is first needed, has the same fields.
        for name in ["content-length", "Content-Type", "Location", "ETag", "Content-Range", "Transfer-Encoding"] {
            try claim(name, head.value(of: name) == response.value(forHTTPHeaderField: name))
        }
        _ = try allowing(RequestError.self) { try Framing.validate(head, to: URLRequest(url: url)) }
        let name = SuggestedDestination.name(for: response)
        let isSafe = name.unicodeScalars.allSatisfy { scalar in
            !"/\\:".unicodeScalars.contains(scalar) && scalar.properties.generalCategory != .control
                && !scalar.properties.isBidiControl
        }
        try claim(
            "the name \(name.debugDescription)",
            isSafe && !name.isEmpty && name.utf8.count <= 255 && !name.hasPrefix(".") && !name.hasPrefix("-"))
        if let range = response.value(forHTTPHeaderField: "Content-Range").flatMap(ContentRange.init) {
            try claim("\(range)", range.first <= range.last && range.total.map { $0 > range.last } ?? true)
        }
        var message = URLRequest(url: url)
        message.allHTTPHeaderFields = ["Authorization": "Basic YTpi", "Cookie": "a=b", "X": "y"]
        if let redirection = try allowing(RequestError.self, { try Redirection.following(head, to: message) })
            ?? nil
        {
            let (target, fields) = (redirection.message.url, redirection.message.allHTTPHeaderFields ?? [:])
            try claim("the target \(target as Any)", ["http", "https"].contains(target?.scheme?.lowercased()))
            let isHere =
                target?.host?.lowercased() == url.host && target?.scheme?.lowercased() == url.scheme
                && [nil, 443].contains(target?.port)
            let hasSecrets = fields["Authorization"] != nil || fields["Cookie"] != nil
            try claim("secrets for \(target as Any)", isHere || !hasSecrets && redirection.leavesOrigin)
        }
        let configuration = HTTPResponseConfiguration()
        _ = try allowing(ResponseSerializationError.self) { try configuration.validate(response, data: Data()) }
    }

    /// A compressed body: the same bytes whatever the segments.
    @Sendable private static func coding(_ input: [UInt8]) throws {
        #if os(Linux)
            // zlib is found with libcurl.
            guard LibcurlEngine.version > 0 else { return }
            var program = Program(input)
            let name = ["gzip", "deflate"][program.below(2)]
            let size = program.below(32) + 1
            let body = Data(program.remainder())
            let whole = inflated(body, name, size: max(1, body.count))
            let parts = inflated(body, name, size: size)
            try claim("\(whole.isWhole) at once, \(parts.isWhole) in parts", whole.isWhole == parts.isWhole)
            if whole.isWhole { try claim("other bytes", whole.data == parts.data) }
        #endif
    }

    #if os(Linux)
        private static func inflated(_ body: Data, _ name: String, size: Int) -> (data: Data, isWhole: Bool) {
            guard let decoder = ContentDecoder(name, acceptedBy: nil) else { return (Data(), false) }
            var (data, rest) = (Data(), body)
            do {
                while !rest.isEmpty {
                    // A small body may become a large one.
                    try decoder.decode(Data(rest.prefix(size))) { part in
                        data += part
                        return data.count < 1 << 20
                    }
                    if data.count >= 1 << 20 { return (data.prefix(1 << 20), true) }
                    rest = rest.dropFirst(size)
                }
                try decoder.finish()
                return (data, true)
            } catch {
                return (data, false)
            }
        }
    #endif

    /// Cookies: what is stored may be sent, and goes only where it belongs.
    @Sendable private static func cookies(_ input: [UInt8]) throws {
        let lines = String(decoding: input, as: UTF8.self).components(separatedBy: "\n")
        guard let storage = URLSessionConfiguration.ephemeral.httpCookieStorage else { return }
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        CookieRules.store(lines, of: URLRequest(url: url), in: storage, by: .always, now: now)
        for other in ["https://b.example/", "https://example/", "https://xa.example/b/c"] {
            guard let other = URL(string: other) else { continue }
            try claim("sent to \(other)", CookieRules.cookies(for: other, in: storage, now: now).isEmpty)
        }
        let cookies = CookieRules.cookies(for: url, in: storage, now: now)
        if let header = HTTPCookie.requestHeaderFields(with: cookies)["Cookie"] {
            try checkField("Cookie", header)
        }
        storage.removeCookies(since: .distantPast)
    }

    /// A challenge: its answer is a field that may be sent.
    @Sendable private static func challenge(_ input: [UInt8]) throws {
        let challenges = AuthenticationChallenges(String(decoding: input, as: UTF8.self))
        guard let challenge = challenges.strongest, var digest = DigestAuthorization(challenge) else { return }
        var request = URLRequest(url: url)
        let credential = URLCredential(user: "Aladdin", password: "open sesame", persistence: .none)
        _ = try allowing(RequestError.self) { () throws -> Void in
            do {
                try digest.authorize(&request, with: credential)
            } catch is RequestSerializationError {
                // The realm cannot be sent.
            }
        }
        if let value = request.value(forHTTPHeaderField: "Authorization") { try checkField("Authorization", value) }
    }

    /// Checks that a field is one line.
    static func checkField(_ name: String, _ value: String) throws {
        let isLine = !(name + value).utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
        try claim("\(name.debugDescription): \(value.debugDescription)", isLine)
    }
}

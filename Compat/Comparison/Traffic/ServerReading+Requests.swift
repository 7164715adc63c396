import URLSerialization

extension ServerReading {
    /// Reads the query and the body of a request, and merges them as the server does.
    package init(of request: RecordedRequest, by server: QueryServer) {
        let (content, query) = (RecordedContent(of: request), ServerReading(of: request.query, by: server))
        let isQueryFirst = request.query.isEmpty ? nil : server.joins(content)
        func unread(_ text: String) -> ServerReading {
            ServerReading(server, .failure(Refusal(text, isByServer: false, status: nil)))
        }
        let body: ServerReading
        switch content {
        case .none: body = query
        case .form, .parts:
            let form = content.form ?? ""
            let texts = isQueryFirst.map { $0 ? [request.query, form] : [form, request.query] } ?? [form]
            body = ServerReading(of: texts.joined(separator: "&"), in: .form, by: server)
        case .document(let value, isJSON: true) where server.readsJSON:
            let count = request.body?.count ?? 0
            let read = Result { () throws(Refusal) in try server[.json].reading(ofJSON: value, byteCount: count) }
            body = ServerReading(server, read)
        case .document(_, let isJSON):
            body = unread("the server reads no parameters from \(isJSON ? "JSON" : "a property list").")
        case .bytes(let data, let reason):
            body = unread("the body is \(reason ?? "\(Report.count(data.count, "byte")) of \(request.mediaType)").")
        }
        let isWhole = request.query.isEmpty || request.body?.isEmpty != false || isQueryFirst != nil
        switch (query.result, body.result) {
        case (.failure, _): self = query
        case _ where isWhole: self = body
        case (.success(let left), .success(let right)):
            let merged = server.merged(query: left, body: right, content)
            self.init(server, .success(merged), query.notices + body.notices)
        case (_, .failure(let refusal)) where !refusal.isByServer:
            self.init(server, query.result, query.notices + [refusal.text])
        default: self = body
        }
    }

    private init(_ server: QueryServer, _ result: Result<ParameterValue, Refusal>, _ notices: [String] = []) {
        (self.server, self.result, self.notices, name) = (server, result, notices, server.title)
    }
}

extension QueryServer {
    /// Whether the application's parameters include those of a JSON body. Rack, and the servers in Java and Go, leave
    /// JSON to the application.
    fileprivate var readsJSON: Bool { !["rack", "sinatra", "servlet", "spring", "spring6", "go"].contains(name) }

    /// Returns the parameters of a query and a body in one, where the framework has them so; otherwise both apart.
    ///
    /// In Rack, Sinatra and Laravel the body's keys replace the query's, in Rails the query's replace the body's. Only
    /// Rails and Laravel do so with JSON. The others keep them apart: `$_GET` and `$_POST`, `req.query` and `req.body`.
    fileprivate func merged(query: ParameterValue, body: ParameterValue, _ content: RecordedContent) -> ParameterValue {
        let merging = ["rails", "laravel", "rails8", "laravel12"] + (content.form == nil ? [] : ["rack", "sinatra"])
        guard let left = query.dictionary, let right = body.dictionary, merging.contains(name) else {
            return ["query": query, "body": body]
        }
        let (first, last) = dialect == .rails ? (right, left) : (left, right)
        return .dictionary(ParameterDictionary(Array(first) + Array(last)))
    }

    /// Returns whether the pairs of a query stand before those of a form in one list, or `nil` if they are apart. Java
    /// lists them so; Go lists a form's before the query's, and those of parts after them.
    fileprivate func joins(_ content: RecordedContent) -> Bool? {
        guard content.form != nil else { return nil }
        if dialect == .go { return if case .parts = content { true } else { false } }
        return ["servlet", "spring", "spring6"].contains(name) ? true : nil
    }
}

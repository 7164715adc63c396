import URLSerialization

extension ServerReading {
    /// Reads the query and the body of a request, and merges them as the server does.
    package init(of request: RecordedRequest, by server: QueryServer) {
        let content = RecordedContent(of: request)
        let body: ServerReading
        switch content {
        case .none:
            self.init(of: request.query, by: server)
            return
        case .form, .parts: body = ServerReading(of: content.form ?? "", in: .form, by: server)
        case .document(let value, isJSON: true):
            let count = request.body?.count ?? 0
            let read = Result { () throws(Refusal) in try server[.json].reading(ofJSON: value, byteCount: count) }
            body = ServerReading(server, read)
        case .document(let value, isJSON: false): body = ServerReading(server, .success(value))
        case .bytes(let data, let reason):
            let text = reason ?? "\(Report.count(data.count, "byte")) of \(request.mediaType)"
            body = ServerReading(server, .failure(Refusal("the body is \(text).", isByServer: false, status: nil)))
        }
        guard !request.query.isEmpty else {
            self = body
            return
        }
        let query = ServerReading(of: request.query, by: server)
        guard case .success(let left) = query.result, case .success(let right) = body.result else {
            self = if case .failure = query.result { query } else { body }
            return
        }
        self.init(server, .success(server.merged(query: left, body: right)), query.notices + body.notices)
    }

    private init(_ server: QueryServer, _ result: Result<ParameterValue, Refusal>, _ notices: [String] = []) {
        (self.server, self.result, self.notices, name) = (server, result, notices, server.title)
    }
}

extension QueryServer {
    /// Returns the parameters of a query and a body in one, where the framework has them so; otherwise both apart.
    ///
    /// Rack and Laravel let the body's keys replace the query's. Go appends the query's values to the body's. The
    /// others keep them apart: `$_GET` and `$_POST`, `req.query` and `req.body`.
    fileprivate func merged(query: ParameterValue, body: ParameterValue) -> ParameterValue {
        guard let left = query.dictionary, let right = body.dictionary,
            dialect == .go || ["rack", "rails", "sinatra", "laravel"].contains(name)
        else { return ["query": query, "body": body] }
        var merged = left
        for (key, value) in right {
            let lists = (value.array, left[key]?.array)
            if dialect == .go, let own = lists.0, let other = lists.1 {
                merged[key] = .array(own + other)
            } else {
                merged[key] = value
            }
        }
        return .dictionary(merged)
    }
}

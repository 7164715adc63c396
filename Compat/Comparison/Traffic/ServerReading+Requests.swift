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
        self.init(server, .success(server.merged(query: left, body: right, content)), query.notices + body.notices)
    }

    private init(_ server: QueryServer, _ result: Result<ParameterValue, Refusal>, _ notices: [String] = []) {
        (self.server, self.result, self.notices, name) = (server, result, notices, server.title)
    }
}

extension QueryServer {
    /// Returns the parameters of a query and a body in one, where the framework has them so; otherwise both apart.
    ///
    /// In Rack, Sinatra and Laravel the body's keys replace the query's, in Rails the query's replace the body's. Go
    /// lists the values of a form before the query's, and those of parts after them. Only Rails and Laravel do so with
    /// JSON. The others keep them apart: `$_GET` and `$_POST`, `req.query` and `req.body`.
    fileprivate func merged(
        query: ParameterValue, body: ParameterValue, _ content: RecordedContent
    ) -> ParameterValue {
        let merging = content.form != nil ? ["rack", "rails", "sinatra", "laravel", "go"] : ["rails", "laravel"]
        let isList = if case .document(_, isJSON: false) = content { true } else { false }
        guard let left = query.dictionary, let right = body.dictionary, merging.contains(name), !isList else {
            return ["query": query, "body": body]
        }
        let isParts = if case .parts = content { true } else { false }
        let isQueryLast = dialect == .go ? !isParts : name == "rails"
        let (first, last) = isQueryLast ? (right, left) : (left, right)
        let lists = last.map { ($0, ParameterValue.array((first[$0]?.array ?? []) + ($1.array ?? []))) }
        return .dictionary(ParameterDictionary(Array(first) + (dialect == .go ? lists : Array(last))))
    }
}

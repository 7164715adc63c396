import URLSerialization

/// A query as a server reads it.
package struct ServerReading: Sendable {
    package let server: QueryServer
    /// The name of the sender of the query, or of the server if the query has none.
    var name: String
    /// The parameters that the server reads, or the reason why it refuses the query.
    package let result: Result<ParameterValue, Refusal>
    /// The parts of the query beyond the server's limits, which it ignores without an error: a sentence for each limit.
    package let notices: [String]
    /// The payload's leaves as the server reads them, in the payload's order; empty if it refuses the query, or if the
    /// leaves' places are not known.
    package private(set) var values: [Outcome] = []

    /// A server's refusal of a query.
    package struct Refusal: Error, Sendable, Equatable {
        package let message: String
        /// Whether the server refuses the request. Otherwise its body is not shown.
        package let isByServer: Bool
        /// The status code of the server's response; `nil` if the application decides.
        package let status: Int?

        init(_ message: String, isByServer: Bool = true, status: Int?) {
            self.message = message + (status.map { " The server answers with status \($0)." } ?? "")
            (self.isByServer, self.status) = (isByServer, status)
        }

        init(_ error: any Error, by reader: ServerReader) {
            let error = error as? QueryParsingError
            // The reader of a log did not send the request.
            let bytes = "A key or a value is not UTF-8 once its escapes are decoded: its sender uses another charset."
            let message = error?.code == .notUTF8 ? bytes : error?.description ?? ""
            self.init(message, status: error.flatMap { reader.statuses[$0.code] })
        }

        /// The message, preceded by whether the server refuses the query.
        var text: String { isByServer ? "refused: \(message)" : "not shown: \(message)" }
    }

    /// Reads a query or a form without a payload.
    package init(of query: String, in part: QueryServer.Part = .query, by server: QueryServer) {
        (self.server, name) = (server, server.title)
        let reader = server[part]
        let read = Result { try reader.reading(of: query) }
        result = read.map { $0.parameters }.mapError { ($0 as? Refusal) ?? Refusal($0, by: reader) }
        notices = (try? read.get())?.excesses.map { $0.description(by: reader.dialect) } ?? []
    }

    /// Reads the query of a report.
    ///
    /// - Returns: `nil` if the sender sent no query.
    init?(of report: SenderReport, by server: QueryServer) {
        guard let request = report.request, request.form == .query else { return nil }
        let part: QueryServer.Part = request.hasBody ? .form : .query
        self.init(of: request.query, in: part, by: server)
        name = report.sender.shortName
        guard case .success(let tree) = result, report.alignment.isKnown else { return }
        values = ServerMatch(report.pairs, tree, by: server[part])?.outcomes(of: report.alignment) ?? []
    }

    /// Returns the number of values in each state; empty if their places are not known. All values of a refused query
    /// are refused.
    func counts(of leafCount: Int) -> [Outcome.State: Int] {
        guard case .success = result else { return [.refused: leafCount] }
        return Dictionary(grouping: values, by: \.state).mapValues(\.count)
    }
}

/// A server's readings of every sender's query.
package struct ServerReport: Sendable {
    package let server: QueryServer
    /// The readings in the order of the comparison's reports; `nil` if there is no query, because the sender refused
    /// the payload or sends a body of another form.
    package let readings: [ServerReading?]
    /// The readings of the senders that send a query.
    var known: [ServerReading] { readings.compactMap { $0 } }
}

extension Comparison {
    /// Returns the readings of every sender's query by servers.
    package func readings(by servers: [QueryServer]) -> [ServerReport] {
        servers.map { server in
            ServerReport(server: server, readings: reports.map { ServerReading(of: $0, by: server) })
        }
    }
}

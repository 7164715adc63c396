import URLSerialization

/// A query as a server reads it.
package struct ServerReading: Sendable {
    /// The server.
    package let server: QueryServer
    /// The parameters that the server ends up with, or the reason for which it refuses the query.
    package let result: Result<ParameterValue, Refusal>
    /// The parts of the query beyond the server's limits that it passes over without an error: a sentence for each
    /// limit.
    package let notices: [String]
    /// The payload's leaves as the server ends up with them, in the payload's order; empty where it refuses the query.
    package private(set) var values: [ServerValue] = []

    /// A server's refusal of a query.
    package struct Refusal: Error, Sendable, Equatable {
        /// The message.
        package let message: String
        /// Whether the server refuses the query; otherwise it reads bytes that this package has no text for.
        package let isByServer: Bool
        /// The status of the server's answer; `nil` where the application decides.
        package let status: Int?

        init(_ message: String, isByServer: Bool = true, status: Int?) {
            self.message = message + (status.map { " The server answers with status \($0)." } ?? "")
            (self.isByServer, self.status) = (isByServer, status)
        }

        init(_ error: any Error, by reader: ServerReader) {
            let error = error as? QueryParsingError
            // Rack refuses keys that are not UTF-8, whose errors have an offset, but not values.
            let isKey = reader.framework == .rack && error?.offset != nil
            let isByServer = error?.code != .notUTF8 || isKey || reader.rules.contains(.refusesBytes)
            let status = error.flatMap { isByServer ? reader.statuses[$0.code] : nil }
            self.init(error?.description ?? "", isByServer: isByServer, status: status)
        }

        /// The message, with the word that says whether the server refuses.
        var text: String { isByServer ? "refused: \(message)" : "not shown: \(message)" }
    }

    /// Reads a query or a form without a payload.
    package init(of query: String, in part: QueryServer.Part = .query, by server: QueryServer) {
        self.server = server
        let reader = server[part]
        do {
            let (parameters, excesses) = try reader.reading(of: query)
            (result, notices) = (.success(parameters), excesses.map { $0.description(by: reader.framework) })
        } catch {
            (result, notices) = (.failure(Refusal(error, by: reader)), [])
        }
    }

    /// Reads the query of a report.
    ///
    /// - Returns: `nil` where the sender sent no query.
    init?(of report: SenderReport, for leaves: [PayloadLeaf], by server: QueryServer) {
        guard let request = report.request, request.form == .query else { return nil }
        let part: QueryServer.Part = request.body == nil ? .query : .form
        self.init(of: request.query, in: part, by: server)
        guard case .success(let tree) = result else { return }
        values = ServerMatch(leaves: leaves, report: report, tree: tree, reader: server[part]).values()
    }
}

/// A value of the payload as a server ends up with it.
package struct ServerValue: Sendable, Codable, Equatable {
    /// The state of a value on the server, the least loss first.
    package enum State: String, Sendable, Codable, CaseIterable {
        /// The same value in its place.
        case same
        /// The value's text in its place.
        case becameText = "became text"
        /// Another value in its place.
        case changed
        /// The value in another place, under the same keys.
        case moved
        /// The value under another key.
        case renamed
        /// The value in one element with those of another element.
        case merged
        /// No value.
        case dropped
        /// No value, because the server refuses the query.
        case refused
    }

    /// The state.
    package let state: State
    /// The place on the server where it is not the payload's, `nil` elsewhere.
    package let place: String?
    /// The text on the server; `nil` for null and where there is none.
    package let text: String?

    /// Whether the value, or its text, is in its place.
    var isWhole: Bool { [.same, .becameText].contains(state) }
}

/// A server's readings of what each sender sends.
package struct ServerReport: Sendable {
    /// The server.
    package let server: QueryServer
    /// The readings in the order of the comparison's reports; `nil` where there is no query, because the sender refused
    /// the payload or sends a body of another form.
    package let readings: [ServerReading?]
}

extension Comparison {
    /// The readings of every sender's query by servers.
    package func readings(by servers: [QueryServer]) -> [ServerReport] {
        servers.map { server in
            ServerReport(server: server, readings: reports.map { ServerReading(of: $0, for: leaves, by: server) })
        }
    }
}

extension ServerReading {
    /// The number of values in each state; of a refused query all are refused.
    func counts(of leafCount: Int) -> [ServerValue.State: Int] {
        guard case .success = result else { return [.refused: leafCount] }
        return Dictionary(grouping: values, by: \.state).mapValues(\.count)
    }
}

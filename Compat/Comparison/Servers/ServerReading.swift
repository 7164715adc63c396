import URLSerialization

/// A query as a server reads it.
public struct ServerReading: Sendable {
    /// The server.
    public let server: QueryServer
    /// The parameters that the server ends up with, or the reason for which it refuses the query.
    public let result: Result<ParameterValue, Refusal>
    /// The parts of the query beyond the server's limits that it passes over without an error: a sentence for each
    /// limit.
    public let notices: [String]
    /// The payload's leaves as the server ends up with them, in the payload's order; empty where it refuses the query.
    public let values: [ServerValue]

    /// A server's refusal of a query.
    public struct Refusal: Error, Sendable, Equatable {
        /// The message.
        public let message: String
        /// Whether the server refuses the query; otherwise it reads bytes that this package has no text for.
        public let isByServer: Bool

        init(_ error: any Error, by server: QueryServer) {
            let error = error as? QueryParsingError
            message = error?.description ?? ""
            // Rack refuses keys that are not UTF-8, whose errors have an offset, but not values.
            isByServer = error?.code != .notUTF8 || (server.framework == .rack && error?.offset != nil)
        }

        /// The message, with the word that says whether the server refuses.
        var text: String { isByServer ? "refused: \(message)" : "not shown: \(message)" }
    }

    /// Reads a query without a payload.
    package init(of query: String, by server: QueryServer) {
        self.server = server
        (result, notices) = Self.read(query, server)
        values = []
    }

    /// Reads the query of a report.
    ///
    /// - Returns: `nil` where the sender sent no query.
    init?(of report: SenderReport, for leaves: [PayloadLeaf], by server: QueryServer) {
        guard let request = report.request, request.form == .query else { return nil }
        self.server = server
        (result, notices) = Self.read(request.query, server)
        guard case .success(let tree) = result else {
            values = []
            return
        }
        values = ServerMatch(leaves: leaves, report: report, tree: tree, server: server).values()
    }

    private static func read(
        _ query: String, _ server: QueryServer
    ) -> (Result<ParameterValue, Refusal>, notices: [String]) {
        do {
            let (parameters, excesses) = try server.parser.reading(of: query)
            return (.success(parameters), excesses.map { $0.description(by: server.framework) })
        } catch {
            return (.failure(Refusal(error, by: server)), [])
        }
    }
}

/// A value of the payload as a server ends up with it.
public struct ServerValue: Sendable, Codable, Equatable {
    /// The state of a value on the server, the least loss first.
    public enum State: String, Sendable, Codable, CaseIterable {
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
    public let state: State
    /// The place on the server where it is not the payload's, `nil` elsewhere.
    public let place: String?
    /// The text on the server; `nil` for null and where there is none.
    public let text: String?

    /// Whether the value, or its text, is in its place.
    var isWhole: Bool { [.same, .becameText].contains(state) }
}

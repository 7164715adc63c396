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

import URLSerialization

/// Something that makes a request of a payload: a serializer or an encoder, used as its users do.
public protocol Sender: Sendable {
    /// The type's name, short enough for the head of a column.
    var name: String { get }
    /// Notes on settings other than the defaults, and on what a program must add, a sentence each.
    var notes: [String] { get }

    /// The spelling of the sender's query, if it makes one.
    var queryForm: QueryForm { get }

    /// The names of the options of the command line that change the sender's requests.
    var options: Set<String> { get }

    /// The request that sends the payload.
    ///
    /// - Throws: What the sender throws for a payload it cannot express.
    func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest

    /// The messages for all problems of a payload that the sender has thrown an error for; empty if it knows no more.
    func problems(of payload: Payload, error: any Error, startingFrom request: URLRequest) -> [String]
}

extension Sender {
    /// AFNetworking's, unless a sender says otherwise.
    public var queryForm: QueryForm { QueryForm() }

    /// None, unless a sender says otherwise.
    public var options: Set<String> { [] }

    /// None.
    public func problems(of payload: Payload, error: any Error, startingFrom request: URLRequest) -> [String] { [] }
}

/// The tool's own refusal to use a sender on a payload.
struct SenderError: LocalizedError, CustomStringConvertible {
    let reason: String

    var description: String { reason }
    var errorDescription: String? { reason }
}

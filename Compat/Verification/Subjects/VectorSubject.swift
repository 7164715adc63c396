import URLSerialization

/// A module that has AFNetworking's operations, and that vectors of AFNetworking are replayed through.
///
/// A subject says how it is called, in its own names; what vectors ask for and how answers are compared is the same for
/// all.
protocol VectorSubject: Sendable {
    /// The module's name.
    var module: String { get }
    /// Whether its methods take error pointers, which can be NULL.
    var takesErrorPointers: Bool { get }
    /// Whether parameters without a key, as a single value, are sent as AFNetworking sends them.
    var sendsKeylessParameters: Bool { get }
    /// Whether a caller is told of each part that cannot be appended. Otherwise, of files apart, it is the form's error.
    var tellsOfEachRefusedPart: Bool { get }

    /// A text percent-encoded for a query.
    func escape(_ text: String) -> String

    /// A query string.
    func query(of parameters: Any) throws -> String

    /// A request with parameters.
    func request(_ input: RequestInput) throws -> URLRequest

    /// A request with a multipart form, whose files are in the folder.
    func form(_ replay: MultipartReplay, in folder: ScratchFolder) throws -> MultipartRequest

    /// What a response becomes.
    func object(of response: URLResponse, _ input: ResponseInput) -> ResponseAnswer
}

/// An operation that subjects have.
protocol SubjectOperation: VectorOperation {
    associatedtype Subject: VectorSubject

    /// Who answers.
    var subject: Subject { get }
}

extension SubjectOperation {
    var module: String { subject.module }
    var takesErrorPointers: Bool { subject.takesErrorPointers }
    var sendsKeylessParameters: Bool { subject.sendsKeylessParameters }
}

/// An input that a module's types cannot express, so that there is no answer to compare.
struct InexpressibleInput: Error {
    /// What cannot be expressed.
    let reason: String
}

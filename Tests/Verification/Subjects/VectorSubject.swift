import TestSupport
import URLSerialization

/// A module with AFNetworking's operations, through which vectors of AFNetworking are replayed.
///
/// A subject calls the operations by the module's names. The vectors' input and the comparison of answers are the same
/// for all.
protocol VectorSubject: Sendable {
    /// The module's name.
    var module: String { get }
    /// Whether its methods take error pointers, which can be NULL.
    var takesErrorPointers: Bool { get }
    /// Whether parameters without a key, such as a single value, are sent as AFNetworking sends them.
    var sendsKeylessParameters: Bool { get }
    /// Whether a caller is notified of each part that cannot be appended. If not, it is the form's error, except for
    /// files.
    var tellsOfEachRefusedPart: Bool { get }

    /// Returns a text percent-encoded for a query.
    func escape(_ text: String) -> String

    /// Returns a query string.
    func query(of parameters: Any) throws -> String

    /// Returns a request with parameters.
    func request(_ input: RequestInput) throws -> URLRequest

    /// Returns a request with a multipart form, whose files are in the folder.
    func form(_ replay: MultipartReplay, in folder: ScratchFolder) throws -> MultipartRequest

    /// Returns the result of serializing a response.
    func object(of response: URLResponse, _ input: ResponseInput) -> ResponseAnswer
}

/// An operation that subjects have.
protocol SubjectOperation: VectorOperation {
    associatedtype Subject: VectorSubject

    /// The subject that answers.
    var subject: Subject { get }
}

extension SubjectOperation {
    var module: String { subject.module }
    var takesErrorPointers: Bool { subject.takesErrorPointers }
    var sendsKeylessParameters: Bool { subject.sendsKeylessParameters }
}

/// An input that a module's types cannot express, so that there is no answer to compare.
struct InexpressibleInput: Error {
    /// The input that cannot be expressed.
    let reason: String
}

/// The result of serializing a response: an object, an error, both or neither.
struct ResponseAnswer {
    let object: Any?
    let error: NSError?
}

import TestSupport
import URLSerialization

/// A module through which vectors are replayed.
protocol VectorSubject: Sendable {
    var module: String { get }
    /// Whether its methods take error pointers, which can be NULL.
    var takesErrorPointers: Bool { get }

    /// Returns the module's answer to a vector's input.
    ///
    /// - Throws: ``VectorError`` if the vector itself is malformed.
    func answer(to vector: Vector) throws -> VectorAnswer

    /// Returns the errors one of which the module must deliberately return, or `nil` if it must not refuse the vector.
    func refusals(of vector: Vector, by rules: ComparisonRules) throws -> Set<RequestSerializationError.Code>?
}

/// A module's answer to a vector.
enum VectorAnswer {
    case text(String)
    case request(URLRequest)
    case form(FormAnswer)
    /// The result of serializing a response: an object, an error, both or neither.
    case response(object: Any?, error: NSError?)
    case failure(any Error)
    /// There is no answer, because the module's types cannot express the input, for the given reason.
    case inexpressible(String)

    /// Creates an answer from a call of the library, whose error is an answer too.
    init(of call: () throws -> VectorAnswer) {
        do {
            self = try call()
        } catch let error as InexpressibleInput {
            self = .inexpressible(error.reason)
        } catch {
            self = .failure(error)
        }
    }
}

/// An input that a module's types cannot express, so that there is no answer to compare.
struct InexpressibleInput: Error {
    /// The input that cannot be expressed.
    let reason: String
}

/// A module with AFNetworking's operations, which calls them by the module's names.
protocol SerializerSubject: VectorSubject {
    /// Whether parameters without a key, such as a single value, are sent as AFNetworking sends them.
    var sendsKeylessParameters: Bool { get }
    /// Whether a caller is notified of each part that cannot be appended. If not, it is the form's error, except for
    /// files.
    var reportsEachRefusedPart: Bool { get }

    /// Returns a text percent-encoded for a query.
    func escape(_ text: String) -> String

    func query(of parameters: Any) throws -> String

    func request(_ input: RequestInput) throws -> URLRequest

    /// Returns a request with a multipart form, whose files are in the folder.
    func form(_ input: FormInput, in folder: ScratchFolder) throws -> FormRequest

    /// Returns the result of serializing a response.
    func response(_ input: ResponseInput) -> VectorAnswer
}

extension SerializerSubject {
    func answer(to vector: Vector) throws -> VectorAnswer {
        switch vector.operation {
        case "escape": return .text(escape(try vector.input.text("string")))
        case "query":
            guard let parameters = try vector.input.typedValue("parameters") else {
                throw VectorError("'parameters' is missing")
            }
            return VectorAnswer { .text(try query(of: parameters)) }
        case "request":
            let input = try RequestInput(vector.input)
            return VectorAnswer { .request(try request(input)) }
        case "multipart":
            let input = try FormInput(vector.input)
            return VectorAnswer { .form(try FormAnswer(to: input, by: form)) }
        default: return response(try ResponseInput(vector.input))
        }
    }

    func refusals(of vector: Vector, by rules: ComparisonRules) throws -> Set<RequestSerializationError.Code>? {
        guard vector.operation != "response", let difference = rules.difference else { return nil }
        if let refusals = try difference.refusals(of: vector, sendingKeyless: sendsKeylessParameters) {
            return refusals
        }
        guard vector.isForm, !reportsEachRefusedPart, difference.refusesParts else { return nil }
        let parts = try FormPart.parts(of: vector.input).filter { $0.kind != .file }
        return parts.lazy.compactMap(\.refusal).first.map { [$0] }
    }
}

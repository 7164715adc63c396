import AFNetworkingCompat
import URLSerialization

/// The operation that makes an object from a response (`responseObjectForResponse:data:error:`).
///
/// The answer is an object, an error, both or neither, so all of it is compared at once.
struct ResponseOperation<Subject: VectorSubject>: SubjectOperation {
    let subject: Subject

    init(by subject: Subject) { self.subject = subject }

    func run(_ vector: Vector) throws -> Result<ResponseAnswer, any Error> {
        let input = try ResponseInput(vector.input)
        return .success(subject.object(of: try VectorResponse.response(for: vector.input), input))
    }

    func text(of answer: ResponseAnswer) -> String {
        "\(ResponseObjectComparison.text(of: answer.object)), \(Self.text(of: answer.error))"
    }

    func verify(_ vector: Vector) throws -> VectorOutcome {
        let rules = try ComparisonRules(for: vector, takesErrorPointers: takesErrorPointers)
        if let reason = rules.skipReason { return .skipped(reason) }
        let answer = try run(vector).get()
        if try DeliberateDifference(of: vector) == .raises {
            // Where AFNetworking raised an exception, there must be an object or an error.
            let isAnswered = answer.object != nil || answer.error != nil
            let mismatch = Mismatch.ofTexts("answer", expected: "an object or an error", actual: text(of: answer))
            return isAnswered ? .passed : .failed([mismatch].compactMap { $0 })
        }
        let mismatches = try self.mismatches(of: answer, with: vector, by: rules)
        return mismatches.isEmpty ? .passed : .failed(mismatches)
    }

    func mismatches(
        of answer: ResponseAnswer, with vector: Vector, by rules: ComparisonRules
    ) throws -> [Mismatch] {
        let object = try ResponseObjectComparison.mismatch(expected: vector.expectation, actual: answer.object)
        let error = Mismatch.ofTexts(
            "error", expected: try Self.errorText(in: vector.expectation, by: rules),
            actual: Self.text(of: answer.error, by: rules))
        return [object, error].compactMap { $0 } + (try Self.infoMismatches(of: answer.error, with: vector))
    }

    // MARK: - Errors

    private static func errorText(in expectation: VectorMembers, by rules: ComparisonRules) throws -> String {
        guard let value = expectation["error"] else { throw VectorError("'error' is missing") }
        if case .null = value { return noError }
        return try chain(in: expectation.members("error"), by: rules)
    }

    private static func chain(in error: VectorMembers, by rules: ComparisonRules) throws -> String {
        let (domain, code) = (try error.text("domain"), try error.integer("code"))
        let beneath =
            error["underlying"] == nil || error.isNull("underlying")
            ? nil : try chain(in: error.members("underlying"), by: rules)
        return link(domain: domain, code: code, beneath: beneath, by: rules)
    }

    private static func text(of error: NSError?, by rules: ComparisonRules? = nil) -> String {
        guard let error else { return noError }
        let beneath = (error.userInfo[NSUnderlyingErrorKey] as? NSError).map {
            text(of: $0, by: rules)
        }
        return link(domain: error.domain, code: error.code, beneath: beneath, by: rules)
    }

    private static func link(domain: String, code: Int, beneath: String?, by rules: ComparisonRules?) -> String {
        let isDecoding = domain != ResponseSerializationError.serializationDomain
        let identity =
            isDecoding && rules?.ignoresDecodingErrorCode == true
            ? "an error of decoding" : ErrorText.identity(domain: domain, code: code)
        return identity + (beneath.map { " over \($0)" } ?? "")
    }

    private static var noError: String { "no error" }

    /// Returns the differences of the error's `userInfo`.
    private static func infoMismatches(
        of error: NSError?, with vector: Vector
    ) throws -> [Mismatch] {
        guard let error, vector.expectation["errorInfo"] != nil else { return [] }
        let expected = try vector.expectation.members("errorInfo")
        let info = error.userInfo
        var texts = [
            (
                "error's response", "\(try expected.bool("hasResponse"))",
                "\(info[ResponseSerializationError.responseKey] is URLResponse)"
            ),
            (
                "length of the error's data", text(try expected.optionalInteger("dataLength")),
                text((info[ResponseSerializationError.dataKey] as? Data)?.count)
            ),
            (
                "error's failing URL", text(try expected.optionalText("failingURL")),
                text((info[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString)
            ),
        ]
        // Descriptions of status codes are Foundation's.
        if let description = try expected.optionalText("localizedDescription") {
            // This library names a missing content type; AFNetworkingCompat has AFNetworking's description itself.
            let words =
                (error as? ResponseSerializationError)?.described(by: AFNetworkingSentences.unacceptable) ?? error
            texts.append(("error's description", description, words.localizedDescription))
        }
        return texts.compactMap { Mismatch.ofTexts($0.0, expected: $0.1, actual: $0.2) }
    }

    private static func text(_ value: (some CustomStringConvertible)?) -> String {
        value?.description ?? "none"
    }
}

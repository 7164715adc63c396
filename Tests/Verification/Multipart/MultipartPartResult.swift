import URLSerialization

/// The result of appending a part, as recorded in a vector.
enum MultipartPartResult {
    case appended
    /// - Parameter hasReason: Whether the error has a failure reason; `nil` if the vector does not record it.
    case refused(domain: String, code: Int, hasReason: Bool?)

    var isAppended: Bool {
        if case .appended = self { true } else { false }
    }

    /// Returns the results of a vector's parts, in their order.
    static func all(in expectation: VectorMembers) throws -> [MultipartPartResult] {
        guard case .array(let results)? = expectation["partResults"] else {
            throw VectorError("'partResults' is not an array")
        }
        return try results.map { result in
            switch result {
            case .bool(true): return .appended
            case .object(let members): return try refused(VectorMembers(members))
            default: throw VectorError("'partResults' has something other than true and errors")
            }
        }
    }

    private static func refused(_ result: VectorMembers) throws -> MultipartPartResult {
        let error = try result.members("error")
        let info = result["errorInfo"] == nil ? nil : try result.members("errorInfo")
        return .refused(
            domain: try error.text("domain"), code: try error.integer("code"),
            hasReason: try info.map { try $0.optionalText("localizedFailureReason") != nil })
    }

    /// Returns the difference between the library's answer and this one.
    func mismatch(_ subject: String, with error: (any Error)?) -> Mismatch? {
        switch self {
        case .appended:
            return Mismatch.ofTexts(
                subject, expected: "appended", actual: error.map { ErrorText.text(of: $0) } ?? "appended")
        case .refused(let domain, let code, let hasReason):
            let reason = hasReason.map { $0 ? " with a reason" : " without a reason" } ?? ""
            return Mismatch.ofTexts(
                subject, expected: ErrorText.identity(domain: domain, code: code) + reason,
                actual: error.map { Self.text(of: $0, namesReason: hasReason != nil) } ?? "appended")
        }
    }

    private static func text(of error: any Error, namesReason: Bool) -> String {
        let hasReason = (error as NSError).localizedFailureReason != nil
        return ErrorText.identity(of: error)
            + (namesReason ? hasReason ? " with a reason" : " without a reason" : "")
    }

    /// Returns the difference between the library's answer and a deliberate refusal that names the part.
    static func mismatch(
        _ subject: String, with error: (any Error)?, refusal: RequestSerializationError.Code
    ) -> Mismatch? {
        let actual =
            error.map { error in
                RequestSerializationError.refusal(in: error).map { "error \($0.code)" } ?? ErrorText.text(of: error)
            } ?? "appended"
        return Mismatch.ofTexts(subject, expected: "error \(refusal)", actual: actual)
    }
}

import AlamofireEncoders
import URLSerialization

/// A sender's refusal of a payload.
package struct Refusal: Error, Sendable, Equatable {
    /// The error's domain; `nil` if it has none, or if the comparison itself cannot use the sender.
    package let domain: String?
    /// The error's code; `nil` with the domain.
    package let code: Int?
    package let message: String
    /// The messages for all problems of the payload, the error's first.
    package let problems: [String]

    /// Creates a refusal with the innermost error's message, which Foundation's errors wrap.
    init(_ error: any Error, problems: [String] = []) {
        let outer = error as NSError
        // Alamofire's errors are enumerations, whose domain and code come from Swift and mean nothing.
        let hasCode = !(error is SenderError || error is AFError)
        (domain, code) = hasCode ? (outer.domain, outer.code) : (nil, nil)
        message = Self.message(of: error, depthLeft: 8)
        self.problems = problems.isEmpty ? [message] : problems
    }

    private static func message(of error: any Error, depthLeft: Int) -> String {
        if case EncodingError.invalidValue(_, let context) = error {
            if let underlying = context.underlyingError, depthLeft > 0 {
                return message(of: underlying, depthLeft: depthLeft - 1)
            }
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
        }
        if case AFError.parameterEncoderFailed(.encoderFailed(URLEncodedFormEncoder.Error.invalidRootObject)) = error {
            return "URLEncodedFormEncoder takes a model with keys at the top (invalidRootObject)."
        }
        if let error = error as? RequestSerializationError { return error.description }
        if let error = error as? PayloadError { return "The result cannot be read back: it \(error.reason)." }
        if let error = error as? any CustomStringConvertible & LocalizedError { return error.description }
        let error = error as NSError
        if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error, depthLeft > 0 {
            return message(of: underlying, depthLeft: depthLeft - 1)
        }
        return error.userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
    }
}

import AlamofireEncoders

extension RequestSerializationError {
    /// Returns the core's refusal, which is the error itself or the underlying error of AFNetworkingCompat's `NSError`.
    static func refusal(in error: any Error) -> RequestSerializationError? {
        (error as? RequestSerializationError)
            ?? (error as NSError).userInfo[NSUnderlyingErrorKey] as? RequestSerializationError
    }
}

/// Errors in one line, in the notation of the vectors.
enum ErrorText {
    /// Returns the domain and code, as AFNetworking's users see them, or the cases of an error of Alamofire's encoders,
    /// from the outermost to the innermost: `error parameterEncodingFailed.jsonEncodingFailed: invalidJSONObject`.
    static func identity(of error: any Error) -> String {
        if let cases = cases(of: error) { return "error \(cases)" }
        let error = error as NSError
        return identity(domain: error.domain, code: error.code)
    }

    static func identity(domain: String, code: Int) -> String { "error \(domain) \(code)" }

    /// Returns the identity and the description of an error, the one for developers where there are two.
    static func text(of error: any Error) -> String {
        let explanation = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
        return "\(identity(of: error)): \(explanation ?? error.localizedDescription)"
    }

    // MARK: - Alamofire's

    private static func cases(of error: any Error) -> String? {
        switch error {
        case AFError.parameterEncodingFailed(let reason): "parameterEncodingFailed.\(text(of: reason))"
        case AFError.parameterEncoderFailed(let reason): "parameterEncoderFailed.\(text(of: reason))"
        case URLEncodedFormEncoder.Error.invalidRootObject: "invalidRootObject"
        default: nil
        }
    }

    private static func text(of reason: AFError.ParameterEncodingFailureReason) -> String {
        switch reason {
        case .missingURL: "missingURL"
        case .jsonEncodingFailed(let error): "jsonEncodingFailed: \(inner(error))"
        case .propertyListEncodingFailed(let error): "propertyListEncodingFailed: \(inner(error))"
        case .customEncodingFailed(let error): "customEncodingFailed: \(inner(error))"
        }
    }

    private static func text(of reason: AFError.ParameterEncoderFailureReason) -> String {
        switch reason {
        case .missingRequiredComponent(.url): "missingRequiredComponent: url"
        case .missingRequiredComponent(.httpMethod(let method)): "missingRequiredComponent: httpMethod(\(method))"
        case .encoderFailed(let error): "encoderFailed: \(inner(error))"
        }
    }

    private static func inner(_ error: any Error) -> String { cases(of: error) ?? String(describing: error) }
}

import AlamofireEncoders
import URLSerialization

/// Errors of Alamofire's encoders in the notation of their vectors: the cases, from the outermost to the innermost.
enum AlamofireErrorText {
    /// Returns the text, such as `parameterEncodingFailed.jsonEncodingFailed: invalidJSONObject`.
    static func text(of error: any Error) -> String {
        switch error {
        case AFError.parameterEncodingFailed(let reason): "parameterEncodingFailed.\(text(of: reason))"
        case AFError.parameterEncoderFailed(let reason): "parameterEncoderFailed.\(text(of: reason))"
        case URLEncodedFormEncoder.Error.invalidRootObject: "invalidRootObject"
        default: String(describing: error)
        }
    }

    private static func text(of reason: AFError.ParameterEncodingFailureReason) -> String {
        switch reason {
        case .missingURL: "missingURL"
        case .jsonEncodingFailed(let error): "jsonEncodingFailed: \(text(of: error))"
        case .propertyListEncodingFailed(let error): "propertyListEncodingFailed: \(text(of: error))"
        case .customEncodingFailed(let error): "customEncodingFailed: \(text(of: error))"
        }
    }

    private static func text(of reason: AFError.ParameterEncoderFailureReason) -> String {
        switch reason {
        case .missingRequiredComponent(.url): "missingRequiredComponent: url"
        case .missingRequiredComponent(.httpMethod(let method)): "missingRequiredComponent: httpMethod(\(method))"
        case .encoderFailed(let error): "encoderFailed: \(text(of: error))"
        }
    }
}

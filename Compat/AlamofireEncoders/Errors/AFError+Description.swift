import URLSerialization

extension AFError: LocalizedError {
    /// The problem, its place, if the underlying error has it, and the remedy.
    public var errorDescription: String? {
        switch self {
        case .invalidURL(let url): "\(Self.text(of: url)) is not a URL. Check its host and port."
        case .multipartEncodingFailed(let reason): reason.text
        case .parameterEncodingFailed(let reason): reason.text
        case .parameterEncoderFailed(let reason): reason.text
        }
    }

    private static func text(of url: any URLConvertible) -> String {
        (url as? String)?.debugDescription ?? String(describing: url)
    }

    /// Returns the text of an error. For an error without a description Foundation would only print a number.
    fileprivate static func text(of error: any Error) -> String {
        switch error {
        case let error as RequestSerializationError:
            return error.description
        case EncodingError.invalidValue(_, let context):
            let path = ParameterKeyPath.text(
                of: context.codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
            return "\(path.map { "Parameter '\($0)': " } ?? "")\(context.debugDescription)"
        case is any LocalizedError, is any CustomNSError:
            return error.localizedDescription
        default:
            return type(of: error) is AnyClass ? error.localizedDescription : String(describing: error)
        }
    }
}

extension AFError.ParameterEncodingFailureReason {
    fileprivate var text: String {
        switch self {
        case .missingURL: "The request has no URL to put the query into. Set one."
        case .jsonEncodingFailed(let error): "The parameters cannot be sent as JSON. \(AFError.text(of: error))"
        case .propertyListEncodingFailed(let error):
            "The parameters cannot be sent as a property list. \(AFError.text(of: error))"
        case .customEncodingFailed(let error): "The parameters cannot be encoded. \(AFError.text(of: error))"
        }
    }
}

extension AFError.ParameterEncoderFailureReason {
    fileprivate var text: String {
        switch self {
        case .missingRequiredComponent(.url): "The request has no URL that the model can be put into. Set one."
        case .missingRequiredComponent(.httpMethod(let rawValue)):
            "The request has no method but \(rawValue), which says where the model goes. Set one."
        case .encoderFailed(let error): "The model cannot be encoded. \(AFError.text(of: error))"
        }
    }
}

extension AFError.MultipartEncodingFailureReason {
    fileprivate var text: String {
        switch self {
        case .bodyPartURLInvalid(let url): "The part's URL \(url) is not a file's. Give one that is, or the data."
        case .bodyPartFilenameInvalid(let url):
            "\(url) has no name with an extension to send. Give a file name and a media type with it."
        case .bodyPartFileNotReachable(let url): "There is no file \(url). Check its path."
        case .bodyPartFileNotReachableWithError(let url, let error):
            "The file \(url) cannot be sent. \(AFError.text(of: error))"
        case .bodyPartFileIsDirectory(let url): "\(url) is a directory. Give a file, such as an archive of it."
        case .bodyPartFileSizeNotAvailable(let url): "The length of \(url) is not known. Give a stream with its length."
        case .bodyPartFileSizeQueryFailedWithError(let url, let error):
            "The length of \(url) cannot be had. \(AFError.text(of: error))"
        case .bodyPartInputStreamCreationFailed(let url): "The file \(url) cannot be read. Check its permissions."
        case .outputStreamCreationFailed(let url): "The form cannot be written to \(url). Check its directory."
        case .outputStreamFileAlreadyExists(let url): "There is a file \(url) already. Remove it, or write to another."
        case .outputStreamURLInvalid(let url): "\(url) is not a file's URL, so the form cannot be written to it."
        case .outputStreamWriteFailed(let error): "The form cannot be written. \(AFError.text(of: error))"
        case .inputStreamReadFailed(let error): "A part of the form cannot be read. \(AFError.text(of: error))"
        }
    }
}

extension AFError.UnexpectedInputStreamLength: LocalizedError {
    /// The declared length of the stream and the number of bytes read.
    public var errorDescription: String? {
        "The stream was declared to have \(bytesExpected) bytes, but \(bytesRead) were read. Give its true length."
    }
}

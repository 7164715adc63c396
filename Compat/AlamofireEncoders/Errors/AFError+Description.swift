import URLSerialization

extension AFError: LocalizedError {
    /// Alamofire's sentence if programs compare it, or else the problem, its place if the underlying error has one, and
    /// the remedy.
    public var errorDescription: String? { comparedText ?? text }

    /// The problem and the remedy, if ``errorDescription`` is Alamofire's sentence.
    public var failureReason: String? { comparedText == nil ? nil : text }

    /// Alamofire's sentence for the errors that programs recognize by it.
    private var comparedText: String? {
        switch self {
        case .explicitlyCancelled: "Request explicitly cancelled."
        case .invalidURL(let url): "URL is not valid: \(Self.text(of: url))"
        case .responseSerializationFailed(.inputDataNilOrZeroLength):
            "Response could not be serialized, input data was nil or zero length."
        case .responseValidationFailed(.unacceptableStatusCode(let code)):
            "Response status code was unacceptable: \(code)."
        case .sessionTaskFailed(let error): "URLSessionTask failed with error: \(Self.text(of: error))"
        default: nil
        }
    }

    private var text: String {
        let cause = underlyingError.map { " \(Self.text(of: $0))" } ?? ""
        return switch self {
        case .invalidURL(let url): "\(Self.text(of: url).debugDescription) is not a URL. Check its host and port."
        case .createUploadableFailed: "The body of the upload cannot be made.\(cause)"
        case .createURLRequestFailed: "The request cannot be built.\(cause)"
        case .downloadedFileMoveFailed(_, let source, let destination):
            "The downloaded file \(source.path) cannot be moved to \(destination.path).\(cause)"
        case .explicitlyCancelled: "The request was cancelled."
        case .multipartEncodingFailed(let reason): reason.sentence + cause
        case .parameterEncodingFailed(.missingURL): "The request has no URL to put the query into. Set one."
        case .parameterEncodingFailed(.jsonEncodingFailed): "The parameters cannot be sent as JSON.\(cause)"
        case .parameterEncodingFailed(.propertyListEncodingFailed):
            "The parameters cannot be sent as a property list.\(cause)"
        case .parameterEncodingFailed(.customEncodingFailed): "The parameters cannot be encoded.\(cause)"
        case .parameterEncoderFailed(.missingRequiredComponent(.url)):
            "The request has no URL that the model can be put into. Set one."
        case .parameterEncoderFailed(.missingRequiredComponent(.httpMethod(let rawValue))):
            "The request has no method but \(rawValue), which says where the model goes. Set one."
        case .parameterEncoderFailed(.encoderFailed): "The model cannot be encoded.\(cause)"
        case .requestAdaptationFailed: "An adapter failed.\(cause)"
        case .requestRetryFailed(_, let originalError):
            "A retrier ended the request.\(cause) The first error: \(Self.text(of: originalError))"
        case .responseValidationFailed(let reason): reason.sentence + cause
        case .responseSerializationFailed(let reason): reason.sentence + cause
        case .sessionDeinitialized: "The session was released while the request ran. Keep it until the request ends."
        case .sessionInvalidated: "The session was invalidated.\(cause) Make another one."
        case .sessionTaskFailed: "The transfer failed.\(cause)"
        case .urlRequestValidationFailed(.bodyDataInGETRequest(let data)):
            "A GET request has a body of \(data.count) bytes, which servers ignore or refuse. Use another method."
        }
    }

    /// Returns a URL's text without its user, password, query and fragment.
    private static func text(of url: any URLConvertible) -> String {
        if var components = url as? URLComponents {
            (components.user, components.password, components.query, components.fragment) = (nil, nil, nil, nil)
            return "\(components)"
        }
        // A character may join a question mark with the accent after it.
        let text = Substring("\(url)".unicodeScalars.prefix { $0 != "?" && $0 != "#" })
        guard let at = text.unicodeScalars.lastIndex(of: "@") else { return String(text) }
        let scheme = text[..<at].range(of: "://").map { text[..<$0.upperBound] } ?? ""
        return String(scheme + text[text.unicodeScalars.index(after: at)...])
    }

    /// Returns the text of an error. For an error without a description Foundation would only print a number.
    private static func text(of error: any Error) -> String {
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

extension AFError.ResponseValidationFailureReason {
    /// The problem, without the underlying error.
    fileprivate var sentence: String {
        switch self {
        case .dataFileNil: "The download has no file to validate."
        case .dataFileReadFailed(let url): "The downloaded file \(url.path) cannot be read."
        case .missingContentType(let types):
            "The response has no Content-Type, which should be one of: \(types.joined(separator: ", "))."
        case .unacceptableContentType(let types, let type):
            "The response has the Content-Type \(type), which should be one of: \(types.joined(separator: ", "))."
        case .unacceptableStatusCode(let code): "The server answered with status \(code)."
        case .customValidationFailed: "The response is not acceptable."
        }
    }
}

extension AFError.ResponseSerializationFailureReason {
    /// The problem, without the underlying error.
    fileprivate var sentence: String {
        switch self {
        case .inputDataNilOrZeroLength:
            "The body is empty. Where that is right, add the status to emptyResponseCodes."
        case .inputFileNil: "The download has no file to read."
        case .inputFileReadFailed(let url): "The downloaded file \(url.path) cannot be read."
        case .stringSerializationFailed(let encoding): "The body is not text in the encoding \(encoding)."
        case .jsonSerializationFailed: "The body is not JSON."
        case .decodingFailed: "The body cannot be decoded."
        case .customSerializationFailed: "The response cannot be serialized."
        case .invalidEmptyResponse(let type):
            "The body is empty, and \(type) has no value for that. Conform it to EmptyResponse, or use Empty."
        }
    }
}

extension AFError.MultipartEncodingFailureReason {
    /// The problem, without the underlying error.
    fileprivate var sentence: String {
        switch self {
        case .bodyPartURLInvalid(let url): "The part's URL \(url) is not a file's. Give one that is, or the data."
        case .bodyPartFilenameInvalid(let url):
            "\(url) has no name with an extension to send. Give a file name and a media type with it."
        case .bodyPartFileNotReachable(let url): "There is no file \(url). Check its path."
        case .bodyPartFileNotReachableWithError(let url, _): "The file \(url) cannot be sent."
        case .bodyPartFileIsDirectory(let url): "\(url) is a directory. Give a file, such as an archive of it."
        case .bodyPartFileSizeNotAvailable(let url): "The length of \(url) is not known. Give a stream with its length."
        case .bodyPartFileSizeQueryFailedWithError(let url, _): "The length of \(url) cannot be had."
        case .bodyPartInputStreamCreationFailed(let url): "The file \(url) cannot be read. Check its permissions."
        case .outputStreamCreationFailed(let url): "The form cannot be written to \(url). Check its directory."
        case .outputStreamFileAlreadyExists(let url): "There is a file \(url) already. Remove it, or write to another."
        case .outputStreamURLInvalid(let url): "\(url) is not a file's URL, so the form cannot be written to it."
        case .outputStreamWriteFailed: "The form cannot be written."
        case .inputStreamReadFailed: "A part of the form cannot be read."
        }
    }
}

extension AFError.UnexpectedInputStreamLength: LocalizedError {
    /// The declared length of the stream and the number of bytes read.
    public var errorDescription: String? {
        "The stream was declared to have \(bytesExpected) bytes, but \(bytesRead) were read. Give its true length."
    }
}

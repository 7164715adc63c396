import URLSerialization

/// The errors of Alamofire's encoders and multipart form, and of the requests of the module AlamofireCompat.
///
/// Alamofire has one more case on Apple's systems, for the evaluation of servers.
///
/// Input that Alamofire accepts but this package's limits do not is a
/// ``ParameterEncodingFailureReason/customEncodingFailed(error:)`` or a
/// ``ParameterEncoderFailureReason/encoderFailed(error:)`` with a `RequestSerializationError`, which names the key
/// path.
public enum AFError: Error, Sendable {
    /// The reason for the failure of a ``ParameterEncoding``.
    public enum ParameterEncodingFailureReason: Sendable {
        /// The request has no URL to put the query string into.
        case missingURL
        /// The parameters or the model cannot be written as JSON.
        case jsonEncodingFailed(error: any Error)
        /// The parameters are not a property list (Alamofire 4 only).
        case propertyListEncodingFailed(error: any Error)
        /// Another encoding failed, or the parameters exceed a limit that Alamofire does not have.
        case customEncodingFailed(error: any Error)
    }

    /// The reason for the failure of a ``ParameterEncoder``.
    public enum ParameterEncoderFailureReason: Sendable {
        /// A part of a request that the encoder needs.
        public enum RequiredComponent: Sendable {
            /// The URL, which is missing or would be invalid with the query.
            case url
            /// The method; the associated value is the request's invalid one.
            case httpMethod(rawValue: String)
        }

        /// The request lacks a part that the encoder needs.
        case missingRequiredComponent(RequiredComponent)
        /// The model cannot be encoded, or exceeds a limit that Alamofire does not have.
        case encoderFailed(error: any Error)
    }

    /// The reason for the failure of a ``MultipartFormData``.
    public enum MultipartEncodingFailureReason: Sendable {
        /// The URL of a part is not a file's.
        case bodyPartURLInvalid(url: URL)
        /// The file's name or its extension is empty.
        case bodyPartFilenameInvalid(in: URL)
        /// The file is missing. Not used here: opening the file always yields an error.
        case bodyPartFileNotReachable(at: URL)
        /// The file cannot be opened, or is neither a regular file nor a directory.
        case bodyPartFileNotReachableWithError(atURL: URL, error: any Error)
        /// The file is a directory, which cannot be a part.
        case bodyPartFileIsDirectory(at: URL)
        /// The file's length is not known. Not used here: the open file yields it.
        case bodyPartFileSizeNotAvailable(at: URL)
        /// The file's length cannot be queried. Not used here: the open file yields it.
        case bodyPartFileSizeQueryFailedWithError(forURL: URL, error: any Error)
        /// The stream of the file cannot be created. Not used here: no stream is created.
        case bodyPartInputStreamCreationFailed(for: URL)
        /// The stream to the output file cannot be created. Not used here: no stream is created.
        case outputStreamCreationFailed(for: URL)
        /// The output file already exists, and is left as it is.
        case outputStreamFileAlreadyExists(at: URL)
        /// The URL of the output file is not a file's.
        case outputStreamURLInvalid(url: URL)
        /// The form cannot be written to its file, or cannot be written at all because a header or the boundary is
        /// invalid.
        case outputStreamWriteFailed(error: any Error)
        /// A part's content cannot be read or contradicts its length.
        case inputStreamReadFailed(error: any Error)
    }

    /// The error of a stream that is longer or shorter than declared, inside
    /// ``MultipartEncodingFailureReason/inputStreamReadFailed(error:)``.
    public struct UnexpectedInputStreamLength: Error, Sendable {
        /// The length with which the stream was appended, in bytes.
        public var bytesExpected: UInt64
        /// The number of bytes read. If the stream exceeds its length, only one more byte is read.
        public var bytesRead: UInt64
    }

    /// The reason for the refusal of a response by `validate`.
    public enum ResponseValidationFailureReason: Sendable {
        /// A download has no file whose media type can be validated.
        case dataFileNil
        /// The file of a download cannot be read.
        case dataFileReadFailed(at: URL)
        /// The response has a body but no media type.
        case missingContentType(acceptableContentTypes: [String])
        /// The response's media type is not acceptable.
        case unacceptableContentType(acceptableContentTypes: [String], responseContentType: String)
        /// The response's status is not acceptable.
        case unacceptableStatusCode(code: Int)
        /// The caller's validation failed with an error that is not an ``AFError``.
        case customValidationFailed(error: any Error)
    }

    /// The reason for the failure of a response serializer.
    public enum ResponseSerializationFailureReason: Sendable {
        /// The body is empty, and neither the status nor the method allows that.
        case inputDataNilOrZeroLength
        /// A download has no file to serialize.
        case inputFileNil
        /// The file of a download cannot be read.
        case inputFileReadFailed(at: URL)
        /// The body is not text in the encoding.
        case stringSerializationFailed(encoding: String.Encoding)
        /// The body is not JSON. The associated value is the error of `JSONSerialization`.
        case jsonSerializationFailed(error: any Error)
        /// The body cannot be decoded as the model. The associated value is the decoder's error.
        case decodingFailed(error: any Error)
        /// A serializer, a preprocessor or a stream's handler threw an error that is not an ``AFError``.
        case customSerializationFailed(error: any Error)
        /// The body is empty, and the type has no value for an empty body.
        case invalidEmptyResponse(type: String)
    }

    /// The reason for the refusal of a request before it is sent.
    public enum URLRequestValidationFailureReason: Sendable {
        /// A GET request has a body.
        case bodyDataInGETRequest(Data)
    }

    /// The body of an upload cannot be made.
    case createUploadableFailed(error: any Error)
    /// The request cannot be built, because of an error that is not an ``AFError``.
    case createURLRequestFailed(error: any Error)
    /// A downloaded file cannot be moved to its destination.
    case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)
    /// The caller cancelled the request, or an error in a stream did.
    case explicitlyCancelled
    /// A value is not a URL.
    case invalidURL(url: any URLConvertible)
    /// A ``MultipartFormData`` failed: its first failure, thrown when the form is encoded.
    case multipartEncodingFailed(reason: MultipartEncodingFailureReason)
    /// A ``ParameterEncoding`` or a ``JSONParameterEncoder`` failed.
    case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
    /// A ``ParameterEncoder`` other than ``JSONParameterEncoder`` failed.
    case parameterEncoderFailed(reason: ParameterEncoderFailureReason)
    /// An adapter failed or returned an invalid request.
    case requestAdaptationFailed(error: any Error)
    /// A retrier ended the request with an error.
    case requestRetryFailed(retryError: any Error, originalError: any Error)
    /// A validation refused the response, for example because of its status.
    case responseValidationFailed(reason: ResponseValidationFailureReason)
    /// The response cannot be serialized: it is empty, unreadable or refused by a serializer.
    case responseSerializationFailed(reason: ResponseSerializationFailureReason)
    /// The session was released while the request ran.
    case sessionDeinitialized
    /// The session was invalidated. Not used here: a session that is released ends its requests.
    case sessionInvalidated(error: (any Error)?)
    /// The transfer failed. The associated value is usually a `URLError`.
    case sessionTaskFailed(error: any Error)
    /// The request is invalid and was not sent.
    case urlRequestValidationFailed(reason: URLRequestValidationFailureReason)
}

import URLSerialization

/// What the encoders and the multipart form throw: the part of Alamofire's `AFError` that has to do with encoding.
///
/// What Alamofire would take and this package's limits do not arrives as a
/// ``ParameterEncodingFailureReason/customEncodingFailed(error:)`` or a
/// ``ParameterEncoderFailureReason/encoderFailed(error:)`` with a `RequestSerializationError` in it, which names the key
/// path.
public enum AFError: Error, Sendable {
    /// Why a ``ParameterEncoding`` failed.
    public enum ParameterEncodingFailureReason: Sendable {
        /// The request has no URL to put the query string into.
        case missingURL
        /// The parameters are not JSON.
        case jsonEncodingFailed(error: any Error)
        /// The parameters are not a property list (of Alamofire 4; Alamofire 5 has no such encoding).
        case propertyListEncodingFailed(error: any Error)
        /// Another encoding failed, or the parameters exceed a limit that Alamofire does not have.
        case customEncodingFailed(error: any Error)
    }

    /// Why a ``ParameterEncoder`` failed.
    public enum ParameterEncoderFailureReason: Sendable {
        /// A part of a request.
        public enum RequiredComponent: Sendable {
            /// The URL.
            case url
            /// The method, with what was there instead.
            case httpMethod(rawValue: String)
        }

        /// The request lacks a part that the encoder needs.
        case missingRequiredComponent(RequiredComponent)
        /// The encoder itself failed.
        case encoderFailed(error: any Error)
    }

    /// Why a ``MultipartFormData`` failed.
    public enum MultipartEncodingFailureReason: Sendable {
        /// The URL of a part is not a file's.
        case bodyPartURLInvalid(url: URL)
        /// The file's name or its extension is empty.
        case bodyPartFilenameInvalid(in: URL)
        /// The file is not there. Not used here: the file is opened, and there is always an error.
        case bodyPartFileNotReachable(at: URL)
        /// The file cannot be opened, or is neither a regular file nor a directory.
        case bodyPartFileNotReachableWithError(atURL: URL, error: any Error)
        /// The file is a directory.
        case bodyPartFileIsDirectory(at: URL)
        /// The file's length is not known. Not used here: it is had from the open file.
        case bodyPartFileSizeNotAvailable(at: URL)
        /// The file's length cannot be asked. Not used here: it is had from the open file.
        case bodyPartFileSizeQueryFailedWithError(forURL: URL, error: any Error)
        /// There is no stream for the file. Not used here: no stream is made.
        case bodyPartInputStreamCreationFailed(for: URL)
        /// There is no stream to the file to write. Not used here: no stream is made.
        case outputStreamCreationFailed(for: URL)
        /// The file to write is there already.
        case outputStreamFileAlreadyExists(at: URL)
        /// The URL of the file to write is not a file's.
        case outputStreamURLInvalid(url: URL)
        /// The form cannot be written: to its file, or at all, because a header or the boundary cannot be sent.
        case outputStreamWriteFailed(error: any Error)
        /// A part's content cannot be read or contradicts its length.
        case inputStreamReadFailed(error: any Error)
    }

    /// A stream that is longer or shorter than it was said to be, inside
    /// ``MultipartEncodingFailureReason/inputStreamReadFailed(error:)``.
    public struct UnexpectedInputStreamLength: Error, Sendable {
        /// The bytes that the stream was said to have.
        public var bytesExpected: UInt64
        /// The bytes that were read. Of a stream that goes on beyond its length one byte more is read, not all.
        public var bytesRead: UInt64
    }

    /// Something is not a URL.
    case invalidURL(url: any URLConvertible)
    /// A ``MultipartFormData`` failed.
    case multipartEncodingFailed(reason: MultipartEncodingFailureReason)
    /// A ``ParameterEncoding`` failed.
    case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
    /// A ``ParameterEncoder`` failed.
    case parameterEncoderFailed(reason: ParameterEncoderFailureReason)
}

import URLSerialization

/// The domain of errors of request serialization, whose codes are those of `NSURLErrorDomain`: −1016 for parameters that
/// were refused, −1000 for a URL or a file that cannot be used, −1021 for a stream that has been read.
public let AFURLRequestSerializationErrorDomain = RequestSerializationError.errorDomain

/// The key in `userInfo` of the request that failed. AFNetworking declares it and sets it nowhere; nor does this.
public let AFNetworkingOperationFailingURLRequestErrorKey = "com.alamofire.serialization.request.error.response"

/// The domain of errors of response serialization, whose codes are those of `NSURLErrorDomain`: −1011 for an unacceptable
/// status, −1016 for an unacceptable content type.
public let AFURLResponseSerializationErrorDomain = ResponseSerializationError.serializationDomain

/// The key in `userInfo` of the response, a `URLResponse`.
public let AFNetworkingOperationFailingURLResponseErrorKey = ResponseSerializationError.responseKey

/// The key in `userInfo` of the body that came with an error, a `Data`.
public let AFNetworkingOperationFailingURLResponseDataErrorKey = ResponseSerializationError.dataKey

/// The packet size that suits a slow connection, in bytes: 16 KiB.
public let kAFUploadStream3GSuggestedPacketSize: UInt = 16 * 1024

/// The delay for each packet that suits a slow connection, in seconds: 0.2.
public let kAFUploadStream3GSuggestedDelay: TimeInterval = 0.2

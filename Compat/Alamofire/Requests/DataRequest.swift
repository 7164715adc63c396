import URLSerializationSession

/// A request that keeps the body of its response in memory.
public class DataRequest: Request, RespondingRequest, HeadReceivingRequest, @unchecked Sendable {
    /// The value that makes the request.
    public let convertible: any URLRequestConvertible

    init(_ convertible: any URLRequestConvertible, _ session: Session, _ options: RequestOptions) {
        self.convertible = convertible
        super.init(convertible, session.engine.unmadeRequest(), session, options)
    }

    /// The body of the current attempt so far, or `nil` while it is empty.
    public var data: Data? {
        let data = (core as? URLSerializationSession.DataRequest)?.data
        return record.withLock({ $0.isRefused }) || data?.isEmpty != false ? nil : data
    }

    /// The same as ``data``, for the methods that are also those of downloads.
    public var _body: Data? { data }

    // MARK: - For the base class

    override var received: Received { (data, nil, nil) }

    override func hasAcceptableContent(_ response: HTTPURLResponse, _ types: [String]) -> ValidationResult {
        data == nil ? .success(()) : super.hasAcceptableContent(response, types)
    }

    override func report(_ result: ValidationResult, of response: HTTPURLResponse) {
        let (request, data) = (request, data)
        notify { $0.request($1, didValidateRequest: request, response: response, data: data, withResult: result) }
    }

    // MARK: - Responses

    /// Calls a closure with the serialized value of the body when the request has ended.
    @discardableResult
    public func response<Serializer: DataResponseSerializerProtocol>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDataResponse<Serializer.SerializedObject>) -> Void
    ) -> Self { respond(on: queue, { [self] in try value(by: responseSerializer) }, completionHandler) }

    func value<Serializer: DataResponseSerializerProtocol>(by serializer: Serializer) throws
        -> Serializer.SerializedObject
    { try serializer.serialize(request: request, response: response, data: data, error: error) }
}
